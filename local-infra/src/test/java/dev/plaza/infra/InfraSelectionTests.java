package dev.plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InfraSelectionTests {
  private static final Map<String, String> NO_ENGINE =
      Map.of("DOCKER_HOST", "unix:///nowhere/docker.sock");
  private static final Map<String, String> EXTERNAL =
      Map.of(
          "DOCKER_HOST", "unix:///nowhere/docker.sock",
          "PLAZA_POSTGRES_URL", "jdbc:postgresql://db:5432/any",
          "PLAZA_KAFKA", "kafka:9092",
          "PLAZA_REDIS", "redis://redis:6379");

  @Test
  void fallsBackToExternalServersWhenEmbeddedOnesCannotRun() {
    var selection = new InfraSelection(EXTERNAL, never(), refusing("no room"));

    var servers = selection.start(null);

    assertThat(servers.urls().jdbc("plaza_order"))
        .isEqualTo("jdbc:postgresql://db:5432/plaza_order");
  }

  @Test
  void saysWhyEmbeddedServersCannotRunWhenThereAreNoOthers() {
    var selection = new InfraSelection(NO_ENGINE, never(), refusing("no room"));

    assertThatThrownBy(() -> selection.start(null)).hasMessage("no room");
  }

  @Test
  void namesTheMissingVariableOfExternalServers() {
    var selection = new InfraSelection(NO_ENGINE, never(), never());

    assertThatThrownBy(() -> selection.start("external"))
        .isInstanceOf(InfraException.class)
        .hasMessageContaining("PLAZA_POSTGRES_URL is not set");
  }

  @Test
  void refusesAnUnknownKind() {
    assertThatThrownBy(() -> new InfraSelection(NO_ENGINE, never(), never()).start("cloud"))
        .hasMessageContaining("docker, embedded, external");
  }

  @Test
  @Timeout(1)
  void learnsInUnderASecondThatNoEngineAnswers(@TempDir Path home) {
    assertThat(DockerEngine.answers(NO_ENGINE, home)).isFalse();
    assertThat(DockerEngine.answers(Map.of("DOCKER_HOST", "tcp://127.0.0.1:1"), home)).isFalse();
    assertThat(DockerEngine.answers(Map.of("DOCKER_HOST", "not a uri"), home)).isFalse();
  }

  private static Supplier<Servers> never() {
    return () -> {
      throw new AssertionError("not wanted");
    };
  }

  private static Supplier<Servers> refusing(String sentence) {
    return () -> {
      throw new InfraException(sentence);
    };
  }
}
