package dev.plaza.dev.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportTests {
  @TempDir Path project;

  @Test
  void sumsTheReportsOfThisRun() throws Exception {
    report("a/target/surefire-reports/TEST-A.xml", 5, 1, 1, 1, 2_000);
    report("b/target/failsafe-reports/TEST-B.xml", 3, 0, 0, 0, 2_000);
    report("b/target/failsafe-reports/TEST-Old.xml", 9, 9, 0, 0, 999);
    report("b/target/other/TEST-C.xml", 9, 9, 0, 0, 2_000);

    assertThat(TestReport.sum(project, 1_000).line()).isEqualTo("5 passed, 2 failed, 1 skipped");
  }

  @Test
  void countsAReportThatWasCutOffAsAFailure() {
    assertThat(TestReport.read("<?xml version=").failed()).isEqualTo(1);
  }

  private void report(String path, int tests, int failures, int errors, int skipped, long second)
      throws Exception {
    var file = project.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="x" time="1.0" tests="%d" errors="%d" skipped="%d" failures="%d">
          <testcase name="tests=&quot;7&quot;"/>
        </testsuite>
        """
            .formatted(tests, errors, skipped, failures));
    Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1000));
  }
}
