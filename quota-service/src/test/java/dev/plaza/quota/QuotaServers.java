package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
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

  protected String offer(String name, String members) {
    String id = code(name);
    var made = ops().offer(id, members);
    assertThat(made.status()).as(made.http().body()).isEqualTo(201);
    return id;
  }

  protected void sell(String offer, int count) {
    assertThat(redeemMany(offer, count, "buyer"))
        .allSatisfy(it -> assertThat(it.status()).isEqualTo(201));
  }

  protected List<QuotaClient.Answer> redeemMany(String offer, int count, String who) {
    return atOnce(IntStream.range(0, count).mapToObj(it -> redeem(offer, who + it)).toList());
  }

  protected Callable<QuotaClient.Answer> redeem(String offer, String user) {
    UUID guid = UUID.randomUUID();
    return () -> api().redeem(guid, offer, user);
  }

  protected static List<QuotaClient.Answer> atOnce(List<Callable<QuotaClient.Answer>> calls) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<QuotaClient.Answer>();
      for (Future<QuotaClient.Answer> it : threads.invokeAll(calls)) {
        answers.add(it.get());
      }
      return answers;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
