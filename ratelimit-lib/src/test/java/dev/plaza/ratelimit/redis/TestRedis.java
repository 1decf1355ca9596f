package dev.plaza.ratelimit.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import redis.embedded.RedisExecProvider;

/// A Redis of a test's own, that it may pause, stop, and fill as it likes.
public final class TestRedis implements AutoCloseable {

  private static File program;

  private final Path folder;
  private final int port;
  private final List<String> settings;
  private Process process;
  private RedisClient client;
  private StatefulRedisConnection<String, String> connection;

  private TestRedis(Path folder, int port, List<String> settings) {
    this.folder = folder;
    this.port = port;
    this.settings = settings;
  }

  /// @param settings more of redis.conf: name, value, name, value
  public static TestRedis start(String... settings) {
    try {
      var folder = Files.createTempDirectory("plaza-ratelimit-redis");
      var redis = new TestRedis(folder, freePort(), List.of(settings));
      redis.launch();
      Runtime.getRuntime().addShutdownHook(new Thread(redis::close));
      return redis;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// One server that holds all slots and behaves as a cluster does.
  @SuppressWarnings("unchecked") // one range as generic varargs
  public static TestRedis startCluster() {
    var redis = start("cluster-enabled", "yes");
    redis.commands().clusterAddSlotsRange(io.lettuce.core.Range.create(0, 16383));
    Awaitility.await().until(() -> redis.commands().clusterInfo().contains("cluster_state:ok"));
    return redis;
  }

  private static int freePort() throws IOException {
    // A cluster also listens on port + 10000.
    while (true) {
      try (var socket = new ServerSocket(0)) {
        if (socket.getLocalPort() < 50_000) {
          return socket.getLocalPort();
        }
      }
    }
  }

  private static synchronized String program() throws IOException {
    if (program == null) {
      program = RedisExecProvider.defaultProvider().get();
    }
    return program.getAbsolutePath();
  }

  /// Starts it, or starts it again after [#stop].
  public void launch() throws IOException {
    var command = new ArrayList<String>();
    command.add(program());
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", folder.toString(), "--save", ""));
    for (var i = 0; i < settings.size(); i += 2) {
      command.addAll(List.of("--" + settings.get(i), settings.get(i + 1)));
    }
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    client = RedisClient.create(uri());
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreExceptions()
        .until(
            () -> {
              connection = client.connect();
              return "PONG".equals(connection.sync().ping());
            });
  }

  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  public RedisCommands<String, String> commands() {
    return connection.sync();
  }

  /// It still takes connections and bytes, and answers nothing.
  public void pause() {
    signal("-STOP");
  }

  public void resume() {
    signal("-CONT");
  }

  private void signal(String name) {
    try {
      var kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill " + name + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public void stop() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    process.destroyForcibly();
    try {
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      resume();
      stop();
    }
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
