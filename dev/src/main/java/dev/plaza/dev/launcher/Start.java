package dev.plaza.dev.launcher;

import dev.plaza.infra.Databases;
import dev.plaza.infra.InfraException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// One start of the stack: from what is there to everything ready.
///
/// JVMs are launched at once and wait at a gate each; a gate opens when what the part needs is
/// ready. So a JVM's own start overlaps with the start of the servers, and order still follows
/// readiness.
final class Start {
  private static final Duration STEP = Duration.ofMillis(60);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration UNDO_PATIENCE = Duration.ofSeconds(15);

  private final Ground ground;
  private final StackState state;
  private final Launch launch;
  private final Programs programs;
  private final Checklist checklist;
  private final LastWords lastWords;
  private final Map<String, String> environment;

  private final Map<String, RunFile> running = new HashMap<>();
  private final Map<String, CompletableFuture<Void>> starting = new LinkedHashMap<>();
  private final Set<String> open = new HashSet<>();
  private final Set<String> ready = new HashSet<>();
  private final List<RunFile> launched = new CopyOnWriteArrayList<>();
  private final Set<String> begun = ConcurrentHashMap.newKeySet();
  private volatile boolean cancelled;

  Start(
      Ground ground,
      StackState state,
      Launch launch,
      Checklist checklist,
      Map<String, String> environment) {
    this.ground = ground;
    this.state = state;
    this.launch = launch;
    this.programs = new Programs(ground);
    this.checklist = checklist;
    this.lastWords = new LastWords(ground);
    this.environment = environment;
  }

  /// Returns once every part is ready; a part that dies or never gets ready ends it with [Trouble].
  void run() {
    if (state.options().external()) {
      createDatabases();
    }
    launch(state.instances());
    await(state.instances());
  }

  /// Starts these; all others count as ready.
  void runOnly(List<Instance> instances) {
    state.instances().stream()
        .filter(instance -> !instances.contains(instance))
        .forEach(instance -> ready.add(instance.name()));
    launch(instances);
    await(instances);
  }

  boolean startedNothing() {
    return launched.isEmpty() && begun.isEmpty();
  }

  /// Takes down what this start has started, in the middle of it or later, from whatever thread.
  void undo() {
    cancelled = true;
    CompletableFuture.allOf(starting.values().toArray(CompletableFuture[]::new))
        .exceptionally(_ -> null)
        .completeOnTimeout(null, UNDO_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    new Stop(ground).these(launched);
    begun.forEach(programs::stop);
  }

  private void await(List<Instance> instances) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!instances.stream().allMatch(it -> ready.contains(it.name()))) {
      var waiting = new ArrayList<String>();
      for (var instance : instances) {
        if (!ready.contains(instance.name())) {
          advance(instance, waiting);
        }
      }
      checklist.waiting(waiting);
      if (System.nanoTime() > deadline) {
        throw tooSlow(instances);
      }
      LockSupport.parkNanos(STEP.toNanos());
      haltIfCancelled();
    }
  }

  /// Whoever cancelled is ending this JVM; there is nothing left to say here.
  private void haltIfCancelled() {
    while (cancelled) {
      LockSupport.park(this);
    }
  }

  private void launch(List<Instance> instances) {
    for (var instance : instances) {
      lastWords.listen(instance.name(), state.options().layout().groupOf(instance));
      if (!instance.part().isJava()) {
        var name = instance.name();
        starting.put(name, CompletableFuture.runAsync(() -> startProgram(name)));
      }
    }
    for (var group : state.options().layout().groups(instances)) {
      running.put(group.name(), launchOrKeep(launch.prepare(group)));
    }
  }

  private void startProgram(String name) {
    if (programs.process(name).isEmpty()) {
      begun.add(name);
    }
    programs.start(name, state);
    if (name.equals("postgres")) {
      createDatabases();
    }
  }

  private void createDatabases() {
    var urls = state.servers(environment);
    for (var part : state.topology().parts()) {
      if (!part.database().isEmpty()) {
        Databases.createIfAbsent(urls, part.database());
      }
    }
  }

  /// A running JVM stays if it runs exactly what is wanted now.
  private RunFile launchOrKeep(Launch.Prepared prepared) {
    var name = prepared.group().name();
    var known = RunFile.read(ground.run(), name);
    var process = known.flatMap(RunFile::process);
    if (known.isPresent() && process.isPresent()) {
      if (known.get().key().equals(prepared.key())) {
        return known.get();
      }
      checklist.say("  ↻ " + name + " changed, starting it again");
      Processes.stop(process.get(), Stop.PATIENCE);
    }
    var file = launch.start(prepared);
    launched.add(file);
    return file;
  }

  private void advance(Instance instance, List<String> waiting) {
    if (!ready.containsAll(needs(instance))) {
      return;
    }
    if (!instance.part().isJava()) {
      advanceProgram(instance, waiting);
      return;
    }
    var group = state.options().layout().groupOf(instance);
    var runs = running.get(group);
    if (runs == null || runs.process().isEmpty()) {
      haltIfCancelled();
      throw died(instance, group);
    }
    if (open.add(instance.name())) {
      launch.open(instance);
    }
    if (launch.isReady(instance, runs)) {
      tick(instance);
    } else {
      waiting.add(instance.name());
    }
  }

  private void advanceProgram(Instance instance, List<String> waiting) {
    var start = starting.get(instance.name());
    if (start == null || !start.isDone()) {
      waiting.add(instance.name());
      return;
    }
    try {
      start.join();
      tick(instance);
    } catch (CompletionException e) {
      checklist.failed(instance.name());
      throw e.getCause() instanceof InfraException infra ? new Trouble(said(infra), infra) : e;
    }
  }

  /// With external servers, what is needed of them is there already.
  private List<String> needs(Instance instance) {
    var needs = new ArrayList<>(instance.part().needs());
    needs.removeIf(name -> !state.ports().containsKey(name));
    return needs;
  }

  private void tick(Instance instance) {
    ready.add(instance.name());
    checklist.ticked(instance.name(), ":" + state.port(instance.name()));
  }

  private Trouble died(Instance instance, String group) {
    checklist.failed(instance.name());
    lastWords.of(instance.name(), group).forEach(line -> checklist.say("    " + line));
    return new Trouble(
        ("%s did not start; above are its last words, the whole is in %s."
                + " Fix what it says and run ./plaza up again; ./plaza reset starts from nothing.")
            .formatted(instance.name(), ground.logs()));
  }

  private Trouble tooSlow(List<Instance> instances) {
    var late =
        instances.stream().filter(it -> !ready.contains(it.name())).findFirst().orElseThrow();
    checklist.failed(late.name());
    lastWords
        .of(late.name(), state.options().layout().groupOf(late))
        .forEach(line -> checklist.say("    " + line));
    return new Trouble(
        ("%s was not ready after %d minutes; above is what it said last."
                + " Run ./plaza logs %s for more.")
            .formatted(late.name(), PATIENCE.toMinutes(), late.name()));
  }

  private static String said(InfraException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
