package dev.plaza.dev.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// Sums the reports that a test run left: `java TestReport.java SECONDS-SINCE-1970`, where older
/// reports do not count. Uses the JDK alone, for it must work where the build has failed.
final class TestReport {
  private static final Pattern SUITE = Pattern.compile("<testsuite\\s[^>]*>", Pattern.DOTALL);
  private static final int DEPTH_MAX = 4;

  private TestReport() {}

  public static void main(String[] args) throws IOException {
    var counts = sum(Path.of("."), Long.parseLong(args[0]));
    System.out.println(counts.line());
    System.exit(counts.failed() > 0 || counts.passed() == 0 ? 1 : 0);
  }

  record Counts(int passed, int failed, int skipped) {
    Counts plus(Counts other) {
      return new Counts(passed + other.passed, failed + other.failed, skipped + other.skipped);
    }

    String line() {
      return "%d passed, %d failed".formatted(passed, failed)
          + (skipped > 0 ? ", %d skipped".formatted(skipped) : "");
    }
  }

  static Counts sum(Path project, long sinceSeconds) throws IOException {
    var counts = new Counts(0, 0, 0);
    try (var files = Files.walk(project, DEPTH_MAX)) {
      for (var file : List.copyOf(files.filter(TestReport::isReport).toList())) {
        if (Files.getLastModifiedTime(file).toMillis() / 1000 >= sinceSeconds) {
          counts = counts.plus(read(Files.readString(file)));
        }
      }
    }
    return counts;
  }

  private static boolean isReport(Path file) {
    var folder = file.getParent() == null ? "" : file.getParent().getFileName().toString();
    return (folder.equals("surefire-reports") || folder.equals("failsafe-reports"))
        && file.getFileName().toString().matches("TEST-.*\\.xml");
  }

  static Counts read(String report) {
    var suite = SUITE.matcher(report);
    if (!suite.find()) {
      return new Counts(0, 1, 0);
    }
    var tests = number(suite.group(), "tests");
    var skipped = number(suite.group(), "skipped");
    var failed = number(suite.group(), "failures") + number(suite.group(), "errors");
    return new Counts(tests - failed - skipped, failed, skipped);
  }

  private static int number(String suite, String attribute) {
    var value = Pattern.compile("\\s" + attribute + "=\"(\\d+)\"").matcher(suite);
    return value.find() ? Integer.parseInt(value.group(1)) : 0;
  }
}
