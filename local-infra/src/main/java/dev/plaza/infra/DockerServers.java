package dev.plaza.infra;

import java.util.stream.Stream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/// The servers in containers of the same versions as the embedded ones.
public final class DockerServers implements Servers {
  private static final String POSTGRES_IMAGE = "postgres:18.1-alpine";
  private static final String KAFKA_IMAGE = "apache/kafka:4.2.1";
  private static final String REDIS_IMAGE = "redis:7.0.15-alpine";
  private static final int REDIS_PORT = 6379;

  private final PostgreSQLContainer postgres;
  private final KafkaContainer kafka;
  private final GenericContainer<?> redis;

  private DockerServers(
      PostgreSQLContainer postgres, KafkaContainer kafka, GenericContainer<?> redis) {
    this.postgres = postgres;
    this.kafka = kafka;
    this.redis = redis;
  }

  @SuppressWarnings("resource") // closed by close(), and by the engine's reaper if we die
  public static DockerServers start() {
    var postgres =
        new PostgreSQLContainer(DockerImageName.parse(POSTGRES_IMAGE))
            .withUsername("postgres")
            .withPassword("postgres")
            .withCommand("postgres", "-c", "fsync=off", "-c", "max_connections=300");
    var kafka = new KafkaContainer(DockerImageName.parse(KAFKA_IMAGE));
    var redis =
        new GenericContainer<>(DockerImageName.parse(REDIS_IMAGE))
            .withExposedPorts(REDIS_PORT)
            .withCommand("redis-server", "--databases", "64", "--save", "");
    Startables.deepStart(Stream.of(postgres, kafka, redis)).join();
    return new DockerServers(postgres, kafka, redis);
  }

  @Override
  public ServerUrls urls() {
    return new ServerUrls(
        "jdbc:postgresql://%s:%d/"
            .formatted(
                postgres.getHost(), postgres.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT)),
        postgres.getUsername(),
        postgres.getPassword(),
        kafka.getBootstrapServers(),
        "redis://%s:%d".formatted(redis.getHost(), redis.getMappedPort(REDIS_PORT)));
  }

  @Override
  public String kind() {
    return "docker";
  }

  @Override
  public void close() {
    Stream.of(kafka, redis, postgres).parallel().forEach(GenericContainer::stop);
  }
}
