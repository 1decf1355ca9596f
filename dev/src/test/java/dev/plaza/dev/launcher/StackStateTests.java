package dev.plaza.dev.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackStateTests {

  @TempDir Path folder;

  @Test
  void knowsAPartThatIsNewerThanItsFileByItsUsualPort() {
    var older = Topology.PLAZA.without("notify");
    new StackState(older, StackOptions.DEFAULT, Map.of("gateway", 9000))
        .write(new Ground(older, folder, folder));

    var state = StackState.read(new Ground(Topology.PLAZA, folder, folder)).orElseThrow();

    assertThat(state.port("gateway")).isEqualTo(9000);
    assertThat(state.port("notify")).isEqualTo(8086);
  }
}
