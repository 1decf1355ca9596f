package dev.plaza.dev.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// `./plaza up`: makes the stack be as wanted, whatever runs already.
final class Up {
  static final Set<String> VALUED = Set.of("port", "host", "time-factor", "instances", "only");
  static final Set<String> FLAGS =
      Set.of("separate", "together", "compact", "external", "no-city", "no-customers", "no-cache");

  private static final Pattern COPIES = Pattern.compile("([a-z-]+)=([1-9])");

  private final Ground ground;
  private final Map<String, String> environment;
  private final PrintStream out;
  private final boolean terminal;

  Up(Ground ground, Map<String, String> environment, PrintStream out, boolean terminal) {
    this.ground = ground;
    this.environment = environment;
    this.out = out;
    this.terminal = terminal;
  }

  /// What runs now, and the start that made it so.
  record Done(StackState state, Start start) {}

  Done run(Arguments arguments) {
    var checklist = new Checklist(out, terminal);
    var before = StackState.read(ground);
    var alive = new Stop(ground).isAnythingLeft();
    var base = before.filter(_ -> alive).map(StackState::options).orElse(StackOptions.DEFAULT);
    var options = wanted(arguments, base);
    Preflight.checkMachine(ground, options.layout());
    stopOthers(options);
    var ports =
        new PortPlan(before.map(StackState::ports).orElse(Map.of()), name -> runs(before, name))
            .choose(blank(options));
    var state = new StackState(ground.plaza(), options, ports);
    state.write(ground);
    LogFiles.writeConfiguration(ground);
    var start = start(state, checklist, !arguments.flag("no-cache"));
    if (start.startedNothing()) {
      checklist.say("Everything runs already.");
    } else {
      summary(state, checklist);
    }
    return new Done(state, start);
  }

  /// JVMs that the wanted layout does not have.
  private void stopOthers(StackOptions options) {
    var wanted = new ArrayList<String>();
    wanted.add(Training.NAME);
    for (var group : options.layout().groups(blank(options).instances())) {
      wanted.add(group.name());
    }
    new Stop(ground).allBut(wanted);
  }

  private StackState blank(StackOptions options) {
    return new StackState(ground.plaza(), options, Map.of());
  }

  private boolean runs(Optional<StackState> before, String name) {
    return before.stream()
        .flatMap(state -> state.instances().stream().filter(it -> it.name().equals(name)))
        .anyMatch(it -> new Status(ground, before.get()).process(it).isPresent());
  }

  /// Ctrl-C, and any failure, takes down what this start has started: half a stack helps nobody,
  /// but what ran before is not ours.
  private Start start(StackState state, Checklist checklist, boolean cached) {
    var jars = new Jars(ground);
    var launch = new Launch(ground, state, Jvm.current(environment), jars, environment, cached);
    var start = new Start(ground, state, launch, checklist, environment);
    var undo = new Thread(start::undo, "undo");
    Runtime.getRuntime().addShutdownHook(undo);
    try {
      start.run();
      Runtime.getRuntime().removeShutdownHook(undo);
    } catch (RuntimeException e) {
      Runtime.getRuntime().removeShutdownHook(undo);
      start.undo();
      throw e;
    }
    jars.prune();
    if (cached) {
      new Training(ground, environment).startInBackground(state);
    }
    return start;
  }

  private void summary(StackState state, Checklist checklist) {
    var processes = new Status(ground, state).processes();
    var usage = Usage.of(processes).plus(new Usage(Usage.of(ProcessHandle.current()).cpu(), 0));
    checklist.say(
        "Ready in %s, %s of CPU time, %s of memory in %d processes."
            .formatted(
                Checklist.seconds(checklist.elapsed()),
                Checklist.seconds(usage.cpu()),
                usage.memory(),
                processes.size()));
  }

  /// What is not said stays as it is running.
  private StackOptions wanted(Arguments arguments, StackOptions base) {
    var layout =
        Arrays.stream(Layout.values())
            .filter(it -> arguments.flag(it.word()))
            .findFirst()
            .orElse(base.layout());
    return new StackOptions(
        layout,
        arguments.whole("port", base.port()),
        arguments.text("host").orElse(base.host()),
        arguments.flag("external") || base.external(),
        !arguments.flag("no-city") && base.city(),
        !arguments.flag("no-customers") && base.customers(),
        arguments.number("time-factor", base.timeFactor()),
        arguments
            .text("instances")
            .map(this::instances)
            .orElse(layout == base.layout() ? base.instances() : Map.of()),
        arguments.text("only").map(Arguments::list).orElse(base.only()));
  }

  /// `order=2,dispatch=2`
  private Map<String, Integer> instances(String text) {
    var instances = new LinkedHashMap<String, Integer>();
    for (var entry : Arguments.list(text)) {
      var match = COPIES.matcher(entry);
      if (!match.matches()) {
        throw new Trouble("--instances is like order=2,dispatch=2, not '" + text + "'.");
      }
      var part = ground.plaza().part(match.group(1));
      if (part.kind() != Part.Kind.SERVICE) {
        throw new Trouble("Only services can run in several instances, not " + part.name() + ".");
      }
      instances.put(part.name(), Integer.valueOf(match.group(2)));
    }
    return instances;
  }

  /// The command line that wants these options.
  static List<String> line(StackOptions options) {
    var line = new ArrayList<String>();
    line.add("--" + options.layout().word());
    line.add("--port=" + options.port());
    line.add("--host=" + options.host());
    line.add("--time-factor=" + options.timeFactor());
    if (options.external()) {
      line.add("--external");
    }
    if (!options.city()) {
      line.add("--no-city");
    }
    if (!options.customers()) {
      line.add("--no-customers");
    }
    if (!options.only().isEmpty()) {
      line.add("--only=" + String.join(",", options.only()));
    }
    if (!options.instances().isEmpty()) {
      line.add(
          "--instances="
              + options.instances().entrySet().stream()
                  .map(copies -> copies.getKey() + "=" + copies.getValue())
                  .collect(Collectors.joining(",")));
    }
    return line;
  }
}
