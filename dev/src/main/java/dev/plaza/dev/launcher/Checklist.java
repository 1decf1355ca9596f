package dev.plaza.dev.launcher;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What `up` shows: a line that ticks for each part, and on a terminal one line that moves.
final class Checklist {
  private static final String CLEAR_LINE = "\r\u001b[2K";

  private final PrintStream out;
  private final boolean moves;
  private final long began = System.nanoTime();

  Checklist(PrintStream out, boolean terminal) {
    this.out = out;
    this.moves = terminal;
  }

  void say(String line) {
    clear();
    out.println(line);
  }

  void ticked(String part, String where) {
    say("  ✓ %-18s %-8s %6s".formatted(part, where, seconds(elapsed())));
  }

  void failed(String part) {
    say("  ✗ " + part);
  }

  void waiting(List<String> parts) {
    if (moves) {
      out.print(CLEAR_LINE + "  … " + String.join(", ", parts) + "  " + seconds(elapsed()));
      out.flush();
    }
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }

  private void clear() {
    if (moves) {
      out.print(CLEAR_LINE);
    }
  }
}
