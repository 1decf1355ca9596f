package dev.plaza.dev.launcher;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Looks at what runs.
final class Status {
  private final Ground ground;
  private final StackState state;

  Status(Ground ground, StackState state) {
    this.ground = ground;
    this.state = state;
  }

  /// The process that a part runs in.
  Optional<ProcessHandle> process(Instance instance) {
    return instance.part().isJava()
        ? RunFile.read(ground.run(), group(instance)).flatMap(RunFile::process)
        : new Programs(ground).process(instance.name());
  }

  /// Every process of the stack, once.
  List<ProcessHandle> processes() {
    var processes = new ArrayList<ProcessHandle>();
    for (var instance : state.instances()) {
      process(instance).filter(process -> !processes.contains(process)).ifPresent(processes::add);
    }
    return processes;
  }

  boolean isReady(Instance instance) {
    var part = instance.part();
    if (process(instance).isEmpty()) {
      return false;
    }
    var port = state.port(instance.name());
    return part.readyPath().isEmpty()
        ? dev.plaza.infra.Ports.answers(port)
        : Probe.status(port, part.readyPath()) == 200;
  }

  /// Prints a line for each part and whether all are ready.
  boolean print(PrintStream out) {
    out.printf(
        "%-18s %-9s %8s %7s %9s %8s %8s%n",
        "part", "state", "port", "pid", "memory", "CPU", "up for");
    var allReady = true;
    var counted = new ArrayList<ProcessHandle>();
    for (var instance : state.instances()) {
      var process = process(instance);
      var ready = isReady(instance);
      allReady &= ready;
      var first = process.isPresent() && !counted.contains(process.get());
      process.ifPresent(counted::add);
      out.printf(
          "%-18s %-9s %8d %7s %9s %8s %8s%n",
          instance.name(),
          ready ? "ready" : process.isPresent() ? "not ready" : "stopped",
          state.port(instance.name()),
          process.map(it -> Long.toString(it.pid())).orElse("-"),
          first ? Usage.of(List.of(process.get())).memory() : process.isPresent() ? "\"" : "-",
          first ? Checklist.seconds(Usage.of(List.of(process.get())).cpu()) : "",
          first ? age(process.get()) : "");
    }
    out.printf(
        "%s, %s in %d processes%n",
        state.options().layout().word(), Usage.of(counted).memory(), processes().size());
    return allReady;
  }

  private String group(Instance instance) {
    return state.options().layout().groupOf(instance);
  }

  private static String age(ProcessHandle process) {
    var age =
        process
            .info()
            .startInstant()
            .map(start -> Duration.between(start, Instant.now()))
            .orElse(Duration.ZERO);
    return age.toMinutes() < 1
        ? age.toSeconds() + " s"
        : String.format(Locale.ROOT, "%d min", age.toMinutes());
  }
}
