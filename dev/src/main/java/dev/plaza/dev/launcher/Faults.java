package dev.plaza.dev.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Breaks single parts and mends them: what fault tests and the curious need.
final class Faults {
  private static final Pattern COPY = Pattern.compile("([a-z-]+)-([2-9])");

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

  /// Starts a part that was killed, or a further copy of a service: `order`, `order-2`.
  void start(String name) {
    if (!state.ports().containsKey(name)) {
      refuse(name);
    }
    var instance = state.instance(name);
    alonePossible(instance);
    var launch =
        new Launch(ground, state, Jvm.current(environment), new Jars(ground), environment, true);
    new Start(ground, state, launch, new Checklist(out, false), environment)
        .runOnly(List.of(instance));
  }

  /// Says why there is no such part, or how to get one more of its kind.
  private void refuse(String name) {
    var copy = COPY.matcher(name);
    if (!copy.matches()) {
      state.instance(name);
      return;
    }
    var part = state.topology().part(copy.group(1));
    if (part.kind() != Part.Kind.SERVICE) {
      throw new Trouble("Only services can run in several instances, not " + part.name() + ".");
    }
    throw new Trouble(
        "The gateway was not told of %s. Run ./plaza up --separate --instances %s=%s."
            .formatted(name, part.name(), copy.group(2)));
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
          ("%s shares a process with others, so it cannot be handled alone:"
                  + " run ./plaza up --separate first, which gives every part its own.")
              .formatted(instance.name()));
    }
  }
}
