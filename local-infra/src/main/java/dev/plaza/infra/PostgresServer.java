package dev.plaza.infra;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// PostgreSQL as a process of this machine.
///
/// A server that a killed owner left behind on the same data is adopted when it listens on the
/// wanted port, else stopped first: two servers never share a data folder.
public final class PostgresServer implements AutoCloseable {
  private static final String PROGRAM = "postgres";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration ORPHAN_POLL = Duration.ofMillis(20);

  private final Path data;
  private final int port;
  private final boolean durable;

  private PostgresServer(Path data, int port, boolean durable) {
    this.data = data;
    this.port = port;
    this.durable = durable;
  }

  public static PostgresServer start(EmbeddedOptions options) {
    var data = options.folder().resolve("postgres");
    if (!adoptable(data, options.postgresPort())) {
      stopLeftOver(options.folder());
      awaitOrphans(data);
      try {
        Files.createDirectories(options.folder());
        launchTwice(options, data);
      } catch (IOException | RuntimeException e) {
        throw new InfraException(explain(options, e), e);
      }
    }
    return new PostgresServer(data, options.postgresPort(), options.durable());
  }

  /// Whatever server runs on this folder's data, whoever started it.
  public static Optional<ProcessHandle> running(Path folder) {
    return Pids.running(pidFile(folder), PROGRAM);
  }

  /// Stops whatever server still runs on this folder's data.
  public static void stopLeftOver(Path folder) {
    running(folder).ifPresent(server -> Pids.stop(server, "INT", PATIENCE));
    delete(pidFile(folder));
  }

  /// The children of a killed server notice its end a moment later, and no other one starts on the
  /// same data before the last of them has let go of the shared memory.
  private static void awaitOrphans(Path data) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline && hasOrphans(data)) {
      LockSupport.parkNanos(ORPHAN_POLL.toNanos());
    }
  }

  private static boolean hasOrphans(Path data) {
    return ProcessHandle.allProcesses()
        .filter(it -> it.info().command().orElse("").endsWith(PROGRAM))
        .anyMatch(it -> worksIn(it.pid(), data));
  }

  /// Known on Linux only; elsewhere a start that comes too early fails and says so.
  private static boolean worksIn(long pid, Path data) {
    try {
      return Files.isSameFile(Path.of("/proc", Long.toString(pid), "cwd"), data);
    } catch (IOException e) {
      return false;
    }
  }

  private static Path pidFile(Path folder) {
    return folder.resolve("postgres").resolve("postmaster.pid");
  }

  public long pid() {
    return Pids.running(data.resolve("postmaster.pid"), PROGRAM)
        .map(ProcessHandle::pid)
        .orElse(-1L);
  }

  public String jdbcUrl() {
    return "jdbc:postgresql://localhost:" + port + "/";
  }

  /// INT is PostgreSQL's fast shutdown, QUIT the immediate one that leaves recovery to the next
  /// start: right for data that nobody will read again.
  @Override
  public void close() {
    Pids.running(data.resolve("postmaster.pid"), PROGRAM)
        .ifPresent(server -> Pids.stop(server, durable ? "INT" : "QUIT", PATIENCE));
  }

  private static boolean adoptable(Path data, int port) {
    var pidFile = data.resolve("postmaster.pid");
    if (Pids.running(pidFile, PROGRAM).isEmpty()) {
      return false;
    }
    try {
      var lines = Files.readAllLines(pidFile);
      return lines.size() > 3
          && lines.get(3).strip().equals(Integer.toString(port))
          && Ports.answers(port);
    } catch (IOException e) {
      return false;
    }
  }

  /// What was unpacked can be half there after a crash; it is only a cache, so the second try makes
  /// it anew. Data that somebody has used is never thrown away.
  private static void launchTwice(EmbeddedOptions options, Path data) throws IOException {
    var cache = options.binaries().resolve(PROGRAM);
    var template = new PostgresTemplate(cache.resolve("template"));
    var fresh = !Files.exists(data.resolve("PG_VERSION"));
    try {
      if (fresh) {
        template.copyTo(data);
      }
      launch(options, data, template);
    } catch (IOException | RuntimeException first) {
      if (!fresh || !mayRunHere()) {
        throw first;
      }
      stopLeftOver(options.folder());
      Folders.delete(cache);
      Folders.delete(data);
      launch(options, data, template);
    }
  }

  private static void launch(EmbeddedOptions options, Path data, PostgresTemplate template)
      throws IOException {
    // The library locks this file for the life of a JVM, but we go by the server's own pid file.
    Files.deleteIfExists(data.resolve("epg-lock"));
    var log = ProcessBuilder.Redirect.appendTo(options.folder().resolve("postgres.log").toFile());
    var builder =
        EmbeddedPostgres.builder()
            .setOverrideWorkingDirectory(options.binaries().resolve(PROGRAM).toFile())
            .setDataDirectory(data)
            .setCleanDataDirectory(false)
            .setDataDirectoryCustomizer(folder -> template.keep(folder.toPath()))
            .setRegisterShutdownHook(false)
            .setPort(options.postgresPort())
            .setPGStartupWait(Duration.ofSeconds(60))
            .setOutputRedirector(log)
            .setErrorRedirector(log)
            // TCP only: a socket's lock file would name a killed server until somebody reaps it.
            .setServerConfig("unix_socket_directories", "")
            .setLocaleConfig("locale-provider", "builtin")
            .setLocaleConfig("builtin-locale", "C.UTF-8")
            .setLocaleConfig("locale", "C");
    settings(options.durable()).forEach(builder::setServerConfig);
    builder.start();
  }

  private static Map<String, String> settings(boolean durable) {
    var syncs = durable ? "on" : "off";
    return Map.of(
        "fsync",
        syncs,
        "full_page_writes",
        syncs,
        "synchronous_commit",
        syncs,
        "max_connections",
        "300",
        "shared_buffers",
        durable ? "64MB" : "32MB",
        "max_wal_size",
        durable ? "512MB" : "128MB",
        "timezone",
        "UTC",
        "log_timezone",
        "UTC",
        "random_page_cost",
        "1.1",
        "jit",
        "off");
  }

  private static String explain(EmbeddedOptions options, Exception cause) {
    if (!mayRunHere()) {
      return "PostgreSQL refuses to run as root (\"initdb: cannot be run as root\") and this"
          + " machine does not let root step down (unshare -U is refused). Run as an ordinary"
          + " user, or name a server of your own: PLAZA_POSTGRES_URL with --external.";
    }
    return "PostgreSQL did not start on port %d (%s). Its log: %s"
        .formatted(
            options.postgresPort(), cause.getMessage(), options.folder().resolve("postgres.log"));
  }

  /// PostgreSQL never runs as root; root runs it in a user namespace of its own, if allowed.
  private static boolean mayRunHere() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return true;
    }
    try {
      return new ProcessBuilder("unshare", "-U", "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
