package dev.plaza.infra;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// PostgreSQL and Redis as processes, Kafka in this JVM; started side by side.
public final class EmbeddedServers implements Servers {
  private final PostgresServer postgres;
  private final RedisServer redis;
  private final KafkaServer kafka;

  private EmbeddedServers(PostgresServer postgres, RedisServer redis, KafkaServer kafka) {
    this.postgres = postgres;
    this.redis = redis;
    this.kafka = kafka;
  }

  public static EmbeddedServers start(EmbeddedOptions options) {
    ServerLogs.quieten();
    var postgres = CompletableFuture.supplyAsync(() -> PostgresServer.start(options));
    var redis = CompletableFuture.supplyAsync(() -> RedisServer.start(options));
    try {
      var kafka = KafkaServer.start(options);
      return new EmbeddedServers(postgres.join(), redis.join(), kafka);
    } catch (RuntimeException e) {
      stopLeftOver(options, postgres, redis);
      throw e instanceof CompletionException && e.getCause() instanceof InfraException cause
          ? cause
          : e;
    }
  }

  private static void stopLeftOver(EmbeddedOptions options, CompletableFuture<?>... starting) {
    CompletableFuture.allOf(starting).exceptionally(_ -> null).join();
    PostgresServer.stopLeftOver(options.folder());
    RedisServer.stopLeftOver(options.folder());
  }

  public PostgresServer postgres() {
    return postgres;
  }

  public RedisServer redis() {
    return redis;
  }

  @Override
  public ServerUrls urls() {
    return new ServerUrls(
        postgres.jdbcUrl(), "postgres", "postgres", kafka.bootstrapServers(), redis.url());
  }

  @Override
  public String kind() {
    return "embedded";
  }

  /// Kafka first: it is the one that writes until told to stop.
  @Override
  public void close() {
    try (postgres;
        redis;
        kafka) {
      // closed in reverse order
    }
  }
}
