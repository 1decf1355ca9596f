package dev.plaza.infra;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import redis.embedded.RedisExecProvider;

/// Redis as a process of this machine, adopted or stopped by its pid file as PostgreSQL is.
public final class RedisServer implements AutoCloseable {
  private static final String PROGRAM = "redis-server";
  private static final String PID_FILE = "redis.pid";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path folder;
  private final int port;

  private RedisServer(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  public static RedisServer start(EmbeddedOptions options) {
    var folder = options.folder().resolve("redis");
    var server = new RedisServer(folder, options.redisPort());
    if (Pids.running(folder.resolve(PID_FILE), PROGRAM).isPresent() && server.answers()) {
      return server;
    }
    stopLeftOver(options.folder());
    try {
      Files.createDirectories(folder);
      server.launch(program(options.binaries()), options.durable());
    } catch (IOException e) {
      throw new InfraException("Redis did not start: " + e.getMessage(), e);
    }
    return server;
  }

  /// Whatever server runs on this folder's data, whoever started it.
  public static Optional<ProcessHandle> running(Path folder) {
    return Pids.running(folder.resolve("redis").resolve(PID_FILE), PROGRAM);
  }

  public static void stopLeftOver(Path folder) {
    running(folder).ifPresent(server -> Pids.stop(server, "TERM", PATIENCE));
  }

  public long pid() {
    return Pids.running(folder.resolve(PID_FILE), PROGRAM).map(ProcessHandle::pid).orElse(-1L);
  }

  public String url() {
    return "redis://localhost:" + port;
  }

  @Override
  public void close() {
    Pids.running(folder.resolve(PID_FILE), PROGRAM)
        .ifPresent(server -> Pids.stop(server, "TERM", PATIENCE));
  }

  private void launch(Path program, boolean durable) throws IOException {
    var log = folder.resolveSibling("redis.log");
    var process =
        new ProcessBuilder(command(program, durable))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    var ready = Waiting.until(PATIENCE, () -> answers() || !process.isAlive());
    if (!ready || !process.isAlive()) {
      process.destroyForcibly();
      throw new IOException("no answer on port %d, see %s".formatted(port, log));
    }
  }

  private List<String> command(Path program, boolean durable) {
    var command = new ArrayList<String>();
    command.add(program.toString());
    setting(command, "port", Integer.toString(port));
    setting(command, "bind", "127.0.0.1");
    setting(command, "dir", folder.toString());
    setting(command, "pidfile", folder.resolve(PID_FILE).toString());
    setting(command, "save", "");
    setting(command, "appendonly", durable ? "yes" : "no");
    setting(command, "appendfsync", "everysec");
    setting(command, "maxmemory", "256mb");
    setting(command, "databases", "64");
    return command;
  }

  private static void setting(List<String> command, String name, String value) {
    command.add("--" + name);
    command.add(value);
  }

  /// The program, copied out of its jar once: written beside and moved, so that nobody ever starts
  /// half of it.
  private static Path program(Path binaries) throws IOException {
    var program = binaries.resolve("redis").resolve(PROGRAM + "-" + RedisExecProvider.redisVersion);
    if (!Files.isExecutable(program)) {
      Files.createDirectories(program.getParent());
      var unpacked = RedisExecProvider.defaultProvider().get().toPath();
      var beside = Files.createTempFile(program.getParent(), PROGRAM, ".part");
      Files.copy(unpacked, beside, StandardCopyOption.REPLACE_EXISTING);
      if (!beside.toFile().setExecutable(true)) {
        throw new IOException("cannot make " + beside + " executable");
      }
      Files.move(
          beside, program, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
    return program;
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      socket.setSoTimeout(500);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      var answer = socket.getInputStream().readNBytes(5);
      return new String(answer, StandardCharsets.US_ASCII).equals("+PONG");
    } catch (IOException e) {
      return false;
    }
  }
}
