package dev.plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a killed owner leaves behind: running servers, or files that name dead ones.
class LeftOverServersIT {
  @TempDir Path folder;
  private EmbeddedOptions options;

  @BeforeEach
  void chooseOptions() {
    var binaries = TestFolder.create().binaries();
    options =
        new EmbeddedOptions(
            folder, binaries, Ports.free(), Ports.free(), Ports.free(), Ports.free(), true);
  }

  @AfterEach
  void stopServers() {
    PostgresServer.stopLeftOver(folder);
    RedisServer.stopLeftOver(folder);
  }

  @Test
  void adoptsARunningPostgresAndStopsIt() {
    var first = PostgresServer.start(options);
    var pid = first.pid();

    var second = PostgresServer.start(options);

    assertThat(second.pid()).isEqualTo(pid);
    second.close();
    assertThat(ProcessHandle.of(pid).filter(Life::isAlive)).isEmpty();
    assertThat(Ports.isFree(options.postgresPort())).isTrue();
  }

  @Test
  void restartsAKilledPostgresWithItsData() throws Exception {
    var killed = PostgresServer.start(options);
    Databases.createIfAbsent(urls(killed), "kept");
    ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly();
    await().atMost(Duration.ofSeconds(10)).until(() -> !Ports.answers(options.postgresPort()));

    try (var restarted = PostgresServer.start(options);
        var connection =
            DriverManager.getConnection(urls(restarted).jdbc("kept"), "postgres", "postgres")) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  @Test
  void ignoresAPidFileThatNamesAnotherProgram() throws Exception {
    var data = Files.createDirectories(folder.resolve("redis"));
    Files.writeString(data.resolve("redis.pid"), ProcessHandle.current().pid() + "\n");

    try (var redis = RedisServer.start(options)) {
      assertThat(redis.pid()).isPositive().isNotEqualTo(ProcessHandle.current().pid());
    }
  }

  @Test
  void adoptsARunningRedisAndStopsIt() {
    var pid = RedisServer.start(options).pid();

    var second = RedisServer.start(options);

    assertThat(second.pid()).isEqualTo(pid);
    second.close();
    assertThat(ProcessHandle.of(pid).filter(Life::isAlive)).isEmpty();
  }

  private static ServerUrls urls(PostgresServer server) {
    return new ServerUrls(server.jdbcUrl(), "postgres", "postgres", "", "");
  }
}
