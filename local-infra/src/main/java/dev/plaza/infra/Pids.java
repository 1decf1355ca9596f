package dev.plaza.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Processes by their pid files. A pid file may be stale and its number may by now belong to
/// another program, so a process counts only if it runs the expected program.
final class Pids {
  private Pids() {}

  /// The process named by the first line of the file, if it lives and runs `program`.
  static Optional<ProcessHandle> running(Path pidFile, String program) {
    try {
      if (!Files.exists(pidFile)) {
        return Optional.empty();
      }
      var lines = Files.readAllLines(pidFile);
      if (lines.isEmpty()) {
        return Optional.empty();
      }
      return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
          .filter(Life::isAlive)
          .filter(process -> runs(process, program));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean runs(ProcessHandle process, String program) {
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName().toString().startsWith(program))
        .orElse(true);
  }

  /// Asks with the named signal, waits, then insists. A paused process hears nothing until it is
  /// told to go on.
  static void stop(ProcessHandle process, String signal, Duration patience) {
    signal(process, signal);
    signal(process, "CONT");
    if (!Life.ended(process, patience)) {
      process.destroyForcibly();
      Life.ended(process, patience);
    }
  }

  private static void signal(ProcessHandle process, String signal) {
    if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows")) {
      process.destroyForcibly();
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
