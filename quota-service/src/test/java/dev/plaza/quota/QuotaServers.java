package dev.plaza.quota;

import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// One instance of the service on real servers, and the words that tests about it are written in.
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
public abstract class QuotaServers {

  protected static final String OPS = TestTokens.token("ops", "ops");
  protected static final String SERVICE = TestTokens.token("order-service", "service");
  protected static final String CUSTOMER = TestTokens.token("alice", "customer");

  @Autowired protected JdbcClient jdbc;
  @LocalServerPort protected int port;

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    TestInfra.register(registry::add, "plaza_quota");
    String folder = folder();
    String topic = "quota.redemption.v1-" + UUID.randomUUID();
    registry.add("quota.log.dir", () -> folder);
    registry.add("quota.renew-every", () -> "250ms");
    registry.add("quota.ship.topic", () -> topic);
  }

  private static String folder() {
    try {
      Path folder = Files.createTempDirectory("quota-it");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
      return folder.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  protected QuotaClient api() {
    return new QuotaClient("http://localhost:" + port, SERVICE);
  }

  protected QuotaClient ops() {
    return new QuotaClient("http://localhost:" + port, OPS);
  }

  protected static String code(String name) {
    return name + "-" + Long.toString(System.nanoTime(), 36);
  }
}
