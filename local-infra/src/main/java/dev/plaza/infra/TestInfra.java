package dev.plaza.infra;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Real servers for integration tests, started once per JVM and gone when it ends.
///
/// ```java
/// @DynamicPropertySource
/// static void servers(DynamicPropertyRegistry registry) {
///   TestInfra.register(registry::add, "plaza_order");
/// }
/// ```
///
/// Each registration has a fresh database and a Redis database number of its own; Kafka is shared,
/// so tests tell their events from those of others by key.
public final class TestInfra {
  private static final Logger log = LoggerFactory.getLogger(TestInfra.class);
  private static final int REDIS_DATABASES = 64;
  private static final AtomicInteger registrations = new AtomicInteger();
  private static @Nullable Servers servers;

  private TestInfra() {}

  /// Tells the application under test, by its standard Spring properties, where everything is.
  public static void register(BiConsumer<String, Supplier<Object>> registry, String database) {
    var urls = servers().urls();
    var number = registrations.getAndIncrement();
    var name = freshDatabase(database);
    registry.accept("spring.datasource.url", () -> urls.jdbc(name));
    registry.accept("spring.datasource.username", urls::user);
    registry.accept("spring.datasource.password", urls::password);
    registry.accept("spring.kafka.bootstrap-servers", urls::kafka);
    registry.accept("spring.data.redis.url", () -> urls.redis() + "/" + number % REDIS_DATABASES);
    registry.accept("plaza.paging.secret", () -> "of-tests-only");
    registerTokens(registry);
  }

  /// Only what makes the application accept [TestTokens]; starts no server.
  public static void registerTokens(BiConsumer<String, Supplier<Object>> registry) {
    registry.accept("spring.security.oauth2.resourceserver.jwt.jwk-set-uri", TestTokens::jwksUri);
  }

  /// Creates an empty database, named after the given one and never used before; answers its name.
  public static String freshDatabase(String base) {
    var name = "%s_%s".formatted(base, Long.toString(System.nanoTime(), 36));
    Databases.createIfAbsent(servers().urls(), name);
    return name;
  }

  public static ServerUrls urls() {
    return servers().urls();
  }

  /// The embedded servers, for tests that pause or kill one; fails if the servers are others.
  public static EmbeddedServers embedded() {
    if (servers() instanceof EmbeddedServers embedded) {
      return embedded;
    }
    throw new IllegalStateException("the servers are " + servers().kind());
  }

  private static synchronized Servers servers() {
    if (servers == null) {
      var began = System.nanoTime();
      var started =
          new InfraSelection(System.getenv(), DockerServers::start, TestInfra::startEmbedded)
              .start(System.getProperty("plaza.infra"));
      servers = started;
      log.info(
          "Test servers: {}, ready in {} ms",
          started.kind(),
          (System.nanoTime() - began) / 1_000_000);
    }
    return servers;
  }

  private static Servers startEmbedded() {
    var folder = TestFolder.create();
    var embedded = EmbeddedServers.start(EmbeddedOptions.forTests(folder.run(), folder.binaries()));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  embedded.close();
                  folder.delete();
                },
                "test-servers-stop"));
    return embedded;
  }
}
