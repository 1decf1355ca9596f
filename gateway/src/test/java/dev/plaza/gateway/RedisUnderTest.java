package dev.plaza.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisExecProvider;

/// A real Redis of a test's own, to be paused, stopped and started again.
public final class RedisUnderTest implements AutoCloseable {

  private static final RedisExecProvider PROGRAMS = RedisExecProvider.defaultProvider();

  private final int port = freePort();
  private final Path folder;
  private @Nullable Process process;

  /// Not running yet.
  public RedisUnderTest() {
    try {
      folder = Files.createTempDirectory("plaza-gateway-redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  public static RedisUnderTest started() {
    var redis = new RedisUnderTest();
    redis.start();
    return redis;
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  public void start() {
    try {
      process =
          new ProcessBuilder(
                  List.of(
                      program(),
                      "--port",
                      String.valueOf(port),
                      "--bind",
                      "127.0.0.1",
                      "--save",
                      "",
                      "--dir",
                      folder.toString()))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(this::answers);
  }

  private static synchronized String program() throws IOException {
    return PROGRAMS.get().getAbsolutePath();
  }

  private boolean answers() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(1_000);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.UTF_8));
      return socket.getInputStream().read() == '+';
    } catch (IOException _) {
      return false;
    }
  }

  /// It still takes connections and bytes, and answers nothing.
  public void pause() {
    signal("-STOP");
  }

  public void resume() {
    signal("-CONT");
  }

  private void signal(String name) {
    if (process == null) {
      throw new IllegalStateException("not running");
    }
    try {
      new ProcessBuilder("kill", name, String.valueOf(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    if (process == null || !process.isAlive()) {
      return;
    }
    process.destroyForcibly();
    try {
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
