package dev.plaza.dev.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Stream;

/// What processes, with their children, have cost so far.
///
/// @param memoryKb resident; a page that several share is counted once in all, where the system
///     tells (`Pss`)
record Usage(Duration cpu, long memoryKb) {

  static final Usage NONE = new Usage(Duration.ZERO, 0);

  static Usage of(Collection<ProcessHandle> processes) {
    return processes.stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .distinct()
        .map(Usage::of)
        .reduce(NONE, Usage::plus);
  }

  static Usage of(ProcessHandle process) {
    return new Usage(
        process.info().totalCpuDuration().orElse(Duration.ZERO), memoryKb(process.pid()));
  }

  Usage plus(Usage other) {
    return new Usage(cpu.plus(other.cpu), memoryKb + other.memoryKb);
  }

  String memory() {
    return String.format(Locale.ROOT, "%,d MB", memoryKb / 1024);
  }

  private static long memoryKb(long pid) {
    var rollup = Path.of("/proc", Long.toString(pid), "smaps_rollup");
    try {
      if (Files.exists(rollup)) {
        return Files.readAllLines(rollup).stream()
            .filter(line -> line.startsWith("Pss:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum();
      }
      return Files.exists(Path.of("/proc/self")) ? 0 : residentKb(pid);
    } catch (IOException e) {
      return 0;
    }
  }

  /// Systems without /proc.
  private static long residentKb(long pid) throws IOException {
    var ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(pid)).start();
    var answer = new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    return answer.matches("\\d+") ? Long.parseLong(answer) : 0;
  }
}
