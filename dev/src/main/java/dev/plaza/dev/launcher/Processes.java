package dev.plaza.dev.launcher;

import dev.plaza.infra.Life;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Starts processes that outlive the launcher, and ends them.
final class Processes {
  private static final boolean WINDOWS =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows");

  private Processes() {}

  /// Starts a command in a session of its own where the system can do that: neither Ctrl-C nor a
  /// closed terminal reaches it.
  static ProcessHandle startDetached(List<String> command, Path folder, Path output) {
    var detached = new ArrayList<String>(detaching());
    detached.addAll(command);
    try {
      var process =
          new ProcessBuilder(detached)
              .directory(folder.toFile())
              .redirectInput(nothing())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
              .start();
      return process.toHandle();
    } catch (IOException e) {
      throw new Trouble("Cannot start " + command.getFirst() + ": " + e.getMessage() + ".", e);
    }
  }

  /// `setsid` and `nohup` replace themselves by the command, so its process number is theirs.
  private static List<String> detaching() {
    if (WINDOWS) {
      return List.of();
    }
    return onPath("setsid").map(List::of).orElse(List.of("nohup"));
  }

  /// The same at the lowest priority.
  static List<String> politely(List<String> command) {
    if (WINDOWS) {
      return command;
    }
    var polite = new ArrayList<>(List.of("nice", "-n", "19"));
    polite.addAll(command);
    return polite;
  }

  /// Asks to end, waits, then insists. Says whether it went by itself. A paused process hears
  /// nothing until it is told to go on.
  static boolean stop(ProcessHandle process, Duration patience) {
    process.destroy();
    if (!WINDOWS) {
      signal(process, "CONT");
    }
    if (Life.ended(process, patience)) {
      return true;
    }
    kill(process);
    return false;
  }

  /// kill -9.
  static void kill(ProcessHandle process) {
    process.destroyForcibly();
    Life.ended(process, Duration.ofSeconds(5));
  }

  /// Freezes a process or lets it go on.
  static void signal(ProcessHandle process, String signal) {
    if (WINDOWS) {
      throw new Trouble("This system cannot pause a process.");
    }
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new Trouble("Cannot signal process " + process.pid() + ": " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Processes whose command line holds this word: those that a launcher started and was killed
  /// before it could write them down.
  static List<ProcessHandle> naming(String word) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(process -> commandLine(process).contains(word))
        .filter(Life::isAlive)
        .toList();
  }

  /// On Linux from the source, for the JDK reads no more than one page of it.
  private static String commandLine(ProcessHandle process) {
    var file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    try {
      return Files.exists(file)
          ? Files.readString(file).replace('\0', ' ')
          : process.info().commandLine().orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private static Optional<String> onPath(String program) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private static File nothing() {
    return new File(WINDOWS ? "NUL" : "/dev/null");
  }
}
