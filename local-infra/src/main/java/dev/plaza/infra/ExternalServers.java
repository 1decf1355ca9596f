package dev.plaza.infra;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Servers that somebody else runs, named by `PLAZA_POSTGRES_URL`, `PLAZA_POSTGRES_USER`,
/// `PLAZA_POSTGRES_PASSWORD`, `PLAZA_KAFKA` and `PLAZA_REDIS`.
public final class ExternalServers implements Servers {
  private final ServerUrls urls;

  private ExternalServers(ServerUrls urls) {
    this.urls = urls;
  }

  public static boolean named(Map<String, String> environment) {
    return environment.containsKey("PLAZA_POSTGRES_URL")
        && environment.containsKey("PLAZA_KAFKA")
        && environment.containsKey("PLAZA_REDIS");
  }

  public static ExternalServers from(Map<String, String> environment) {
    return new ExternalServers(
        new ServerUrls(
            base(wanted(environment, "PLAZA_POSTGRES_URL")),
            environment.getOrDefault("PLAZA_POSTGRES_USER", "postgres"),
            environment.getOrDefault("PLAZA_POSTGRES_PASSWORD", "postgres"),
            wanted(environment, "PLAZA_KAFKA"),
            wanted(environment, "PLAZA_REDIS")));
  }

  @Override
  public ServerUrls urls() {
    return urls;
  }

  @Override
  public String kind() {
    return "external";
  }

  @Override
  public void close() {
    // they are not ours to stop
  }

  private static String wanted(Map<String, String> environment, String name) {
    @Nullable String value = environment.get(name);
    if (value == null || value.isBlank()) {
      throw new InfraException(
          "External servers are asked for, but %s is not set. Set PLAZA_POSTGRES_URL=jdbc:postgresql://host:5432/, PLAZA_KAFKA=host:9092 and PLAZA_REDIS=redis://host:6379."
              .formatted(name));
    }
    return value.strip();
  }

  /// Takes an address with or without a database and keeps what is before it.
  private static String base(String url) {
    var full = url.startsWith("jdbc:") ? url : "jdbc:" + url;
    var afterHost = full.indexOf('/', "jdbc:postgresql://".length());
    return afterHost < 0 ? full + "/" : full.substring(0, afterHost + 1);
  }
}
