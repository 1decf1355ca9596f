package dev.plaza.dev.launcher;

import dev.plaza.infra.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Takes the stack down, whatever state it is in: what was written down, what a killed launcher
/// could not write down, and the programs that outlived theirs.
final class Stop {
  static final Duration PATIENCE = Duration.ofSeconds(25);
  private static final int LAST_RANK = 2;

  private final Ground ground;

  Stop(Ground ground) {
    this.ground = ground;
  }

  /// Everything; first who asks, then who answers: simulators and gateway, services, servers.
  /// Returns what was running.
  List<String> all() {
    var stopped = new ArrayList<String>();
    var files = RunFile.all(ground.run());
    inOrder(files, stopped);
    for (var unknown : unwritten()) {
      Processes.stop(unknown, PATIENCE);
      stopped.add("process " + unknown.pid());
    }
    var programs = new Programs(ground);
    Programs.names().stream()
        .filter(name -> programs.process(name).isPresent())
        .forEach(stopped::add);
    Programs.names().forEach(programs::stop);
    return stopped;
  }

  /// Whether a JVM of the stack runs.
  boolean isAnythingLeft() {
    return RunFile.all(ground.run()).stream()
        .filter(file -> !file.name().equals(Training.NAME))
        .anyMatch(file -> file.process().isPresent());
  }

  /// Those JVMs that the wanted layout does not have.
  void allBut(List<String> wanted) {
    stopTogether(
        RunFile.all(ground.run()).stream().filter(file -> !wanted.contains(file.name())).toList(),
        new ArrayList<>());
    unwritten().forEach(process -> Processes.stop(process, PATIENCE));
  }

  void these(List<RunFile> files) {
    inOrder(files, new ArrayList<>());
  }

  private void inOrder(List<RunFile> files, List<String> stopped) {
    for (var rank = 0; rank <= LAST_RANK; rank++) {
      var now = rank;
      stopTogether(files.stream().filter(file -> rank(file) == now).toList(), stopped);
    }
  }

  /// Ports of ours that somebody still holds after everything was stopped.
  static List<String> stillTaken(StackState state) {
    return state.ports().entrySet().stream()
        .filter(port -> !Ports.isFree(port.getValue()))
        .map(port -> port.getValue() + " (" + port.getKey() + ")")
        .sorted()
        .toList();
  }

  /// JVMs of this stack that no file names.
  private List<ProcessHandle> unwritten() {
    var known =
        RunFile.all(ground.run()).stream()
            .flatMap(file -> file.process().stream())
            .map(ProcessHandle::pid)
            .toList();
    return Processes.naming(Launch.mark(ground)).stream()
        .filter(process -> !known.contains(process.pid()))
        .toList();
  }

  private void stopTogether(List<RunFile> files, List<String> stopped) {
    var stops = new ArrayList<CompletableFuture<Void>>();
    for (var file : files) {
      file.process()
          .ifPresent(
              process -> {
                stopped.add(file.name());
                stops.add(CompletableFuture.runAsync(() -> Processes.stop(process, PATIENCE)));
              });
    }
    CompletableFuture.allOf(stops.toArray(CompletableFuture[]::new)).join();
    files.forEach(file -> file.delete(ground.run()));
  }

  private static int rank(RunFile file) {
    return switch (file.name()) {
      case "kafka", "surroundings" -> LAST_RANK;
      case "gateway", "simulators", "city", "payment-provider" -> 0;
      default -> 1;
    };
  }
}
