package dev.plaza.dev.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/// Breaks single parts and mends them: what fault tests and the curious need.
final class Faults {
  private final Ground ground;
  private final StackState state;
  private final Map<String, String> environment;
  private final PrintStream out;

  Faults(Ground ground, StackState state, Map<String, String> environment, PrintStream out) {
    this.ground = ground;
    this.state = state;
    this.environment = environment;
    this.out = out;
  }

  /// kill -9: no farewell, no flush.
  void kill(String name) {
    var instance = state.instance(name);
    Processes.kill(alone(instance));
    out.println(name + " is dead. ./plaza start " + name + " brings it back.");
  }

  void pause(String name) {
    Processes.signal(alone(state.instance(name)), "STOP");
    out.println(name + " is frozen. ./plaza resume " + name + " lets it go on.");
  }

  void resume(String name) {
    Processes.signal(alone(state.instance(name)), "CONT");
    out.println(name + " goes on.");
  }

  /// Starts a part that was killed, or a further copy of a service.
  StackState start(String name, int number) {
    var part = state.topology().part(name);
    var instance = new Instance(part, number);
    if (number > 1) {
      return startCopy(instance);
    }
    alonePossible(instance);
    start(state, state.instances(), instance);
    return state;
  }

  private StackState startCopy(Instance instance) {
    if (instance.part().kind() != Part.Kind.SERVICE
        || state.options().layout() == Layout.TOGETHER) {
      throw new Trouble(
          "Only a service in a JVM of its own can have copies: ./plaza up --separate first.");
    }
    if (!state.ports().containsKey(instance.name())) {
      throw new Trouble(
          "The gateway was not told of %s. Run ./plaza up --separate --instances %s=%d."
              .formatted(instance.name(), instance.part().name(), instance.number()));
    }
    start(state, state.instances(), instance);
    return state;
  }

  /// One start with one wanted part: everything else counts as ready.
  private void start(StackState all, List<Instance> instances, Instance wanted) {
    var launch =
        new Launch(ground, all, Jvm.current(environment), new Jars(ground), environment, true);
    var checklist = new Checklist(out, false);
    new Start(ground, all, launch, checklist, environment)
        .runOnly(instances.stream().filter(it -> it.name().equals(wanted.name())).toList());
  }

  private ProcessHandle alone(Instance instance) {
    alonePossible(instance);
    return new Status(ground, state)
        .process(instance)
        .orElseThrow(() -> new Trouble(instance.name() + " is not running."));
  }

  private void alonePossible(Instance instance) {
    var layout = state.options().layout();
    var shared =
        instance.part().isJava()
            && state.instances().stream()
                    .filter(it -> it.part().isJava())
                    .filter(it -> layout.groupOf(it).equals(layout.groupOf(instance)))
                    .count()
                > 1;
    if (shared) {
      throw new Trouble(
          "%s shares a process with others, so it cannot be handled alone: run ./plaza up --separate first, which gives every part its own."
              .formatted(instance.name()));
    }
  }
}
