package dev.plaza.bench.notify;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/// CPU time of everything a run consists of: this JVM (the sink, Kafka, the clients), what it
/// started, and the servers whose data is in its folder.
final class Cpu {

  private final String folder;

  Cpu(Path folder) {
    this.folder = folder.toString();
  }

  double seconds() {
    return seconds("");
  }

  /// Of those whose program has this in its path.
  double seconds(String program) {
    Set<ProcessHandle> all = new HashSet<>();
    ProcessHandle.allProcesses()
        .filter(this::isRoot)
        .forEach(
            it -> {
              all.add(it);
              it.descendants().forEach(all::add);
            });
    return all.stream()
        .filter(it -> it.info().command().orElse("").contains(program))
        .mapToDouble(it -> it.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0)
        .sum();
  }

  private boolean isRoot(ProcessHandle process) {
    return process.equals(ProcessHandle.current())
        || process.info().commandLine().filter(it -> it.contains(folder)).isPresent();
  }
}
