package dev.plaza.dev.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTests {
  private static final ProcessHandle ME = ProcessHandle.current();

  @TempDir Path folder;

  @Test
  void findsTheProcessAgain() {
    RunFile.of("order", ME, "key").write(folder);

    var read = RunFile.read(folder, "order").orElseThrow();

    assertThat(read.process()).contains(ME);
    assertThat(read.key()).isEqualTo("key");
  }

  @Test
  void isNotFooledByANumberThatAnotherProcessHasNow() {
    var began = RunFile.of("order", ME, "").beganMs();
    new RunFile("order", ME.pid(), began - 60_000, "").write(folder);

    assertThat(RunFile.read(folder, "order").orElseThrow().process()).isEmpty();
  }

  @Test
  void bearsAClockThatWasSetRight() {
    var began = RunFile.of("order", ME, "").beganMs();

    assertThat(new RunFile("order", ME.pid(), began - 1_000, "").process()).contains(ME);
  }

  @Test
  void takesAFileOfNonsenseForNone() throws Exception {
    Files.writeString(folder.resolve("order.pid"), "pid=\nbegan=x\n\u0000");

    assertThat(RunFile.read(folder, "order")).isEmpty();
    assertThat(RunFile.all(folder)).isEmpty();
  }

  @Test
  void listsTheOldestFirst() {
    new RunFile("late", 1, 2_000, "").write(folder);
    new RunFile("early", 2, 1_000, "").write(folder);

    assertThat(RunFile.all(folder)).extracting(RunFile::name).containsExactly("early", "late");
  }
}
