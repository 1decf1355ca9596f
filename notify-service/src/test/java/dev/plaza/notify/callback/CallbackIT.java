package dev.plaza.notify.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.plaza.infra.TestTokens;
import dev.plaza.notify.NotifyServers;
import dev.plaza.platform.Ids;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// 70: what services are told about their messages over HTTP.
class CallbackIT extends NotifyServers {

  /// A call as it arrived.
  private record Called(String id, String timestamp, String signature, byte[] body) {
    boolean isSignedWith(String secret) throws Exception {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(
          new SecretKeySpec(
              Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
      return List.of(signature.split(" ")).contains(expected);
    }

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

  private final List<Called> calls = new CopyOnWriteArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile IntSupplier answer = () -> 200;
  private HttpServer server;
  private String name;
  private String token;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          var headers = exchange.getRequestHeaders();
          calls.add(
              new Called(
                  headers.getFirst("webhook-id"),
                  headers.getFirst("webhook-timestamp"),
                  headers.getFirst("webhook-signature"),
                  exchange.getRequestBody().readAllBytes()));
          if (exchange.getRequestURI().getPath().equals("/slow")) {
            awaitEnd();
          }
          exchange.sendResponseHeaders(answer.getAsInt(), -1);
          exchange.close();
        });
    server.start();
    name = fresh("shop");
    token = TestTokens.token(name, "service");
  }

  private void awaitEnd() {
    try {
      if (!done.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the test never ended");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void silence() {
    done.countDown();
    delete("/notify/callback", token);
    server.stop(0);
  }

  private String register(String who, String path) {
    Answer put =
        put(
            "/notify/callback",
            who,
            "{\"url\":\"http://127.0.0.1:%d%s\"}".formatted(server.getAddress().getPort(), path));
    assertThat(put.status()).as(put.http().body()).isEqualTo(200);
    return put.body().get("secret").asString();
  }

  private String send(String who, String template) {
    return post(
            "/notify",
            who,
            "{\"template\":\"%s\",\"recipients\":[{\"email\":\"%s@plaza.example\"}]}"
                .formatted(template, fresh("müller").replace("ü", "u")))
        .body()
        .get("job_id")
        .asString();
  }

  @Test
  void theBytesThatAreSentAreSigned() throws Exception {
    String secret = register(token, "/hear");
    String job = send(token, template("plain", "Grüße ☕"));

    await().atMost(SOON).until(() -> !calls.isEmpty());
    assertThat(calls.getFirst().isSignedWith(secret)).isTrue();
    assertThat(calls.getFirst().text()).contains("notify.delivery.sent", job);

    String second = post("/notify/callback/rotate", token, "").body().get("secret").asString();
    send(token, template("plain", "x"));
    await().atMost(SOON).until(() -> calls.size() == 2);
    assertThat(calls.get(1).isSignedWith(secret)).isTrue();
    assertThat(calls.get(1).isSignedWith(second)).isTrue();
    assertThat(calls.get(1).isSignedWith("whsec_" + "A".repeat(44))).isFalse();
  }

  @Test
  void whatIsNotTakenComesAgainUnderItsId() {
    register(token, "/hear");
    answer = () -> calls.size() < 2 ? 500 : 200;

    send(token, template("plain", "x"));

    await().atMost(SOON).until(() -> calls.size() == 2);
    assertThat(calls.get(1).id()).isEqualTo(calls.get(0).id());
    assertThat(calls.get(1).text()).isEqualTo(calls.get(0).text());
    await().atMost(SOON).until(() -> state("waiting") == 0);
    await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> calls.size() == 2);
  }

  @Test
  void whatWasGivenUpCanBeReplayed() {
    register(token, "/hear");
    answer = () -> 503;
    send(token, template("plain", "x"));
    await().atMost(SOON).until(() -> state("given_up") == 1);
    assertThat(calls).hasSize(3);

    answer = () -> 200;
    assertThat(post("/notify/callback/replay", token, "{}").body().get("replayed").asInt())
        .isEqualTo(1);

    await().atMost(SOON).until(() -> calls.size() == 4 && state("given_up") == 0);
    assertThat(calls.get(3).id()).isEqualTo(calls.getFirst().id());
    assertThat(post("/notify/callback/replay", token, "{}").body().get("replayed").asInt())
        .isZero();
  }

  private long state(String what) {
    return get("/notify/callback", token).body().get(what).asLong();
  }

  @Test
  void goneIsGone() {
    register(token, "/hear");
    answer = () -> 410;
    String template = template("plain", "x");
    send(token, template);
    await()
        .atMost(SOON)
        .until(() -> !get("/notify/callback", token).body().get("disabled_at").isNull());

    String job = send(token, template);
    awaitSent(job);

    await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> calls.size() == 1);
    answer = () -> 200;
    register(token, "/hear");
    send(token, template);
    await().atMost(SOON).until(() -> calls.size() == 2);
  }

  private void awaitSent(String job) {
    await().atMost(SOON).until(() -> get("/notify/" + job, token).body().get("states").has("sent"));
  }

  @Test
  void aSlowServiceHoldsUpNobody() {
    String slow = TestTokens.token(fresh("slow"), "service");
    register(slow, "/slow");
    register(token, "/hear");
    String template = template("plain", "x");
    var jobs = java.util.stream.IntStream.range(0, 12).mapToObj(_ -> send(slow, template)).toList();
    await().atMost(SOON).until(() -> calls.size() == 4);

    String mine = send(token, template);

    await().atMost(SOON).until(() -> calls.stream().anyMatch(it -> it.text().contains(mine)));
    jobs.forEach(
        it ->
            await()
                .atMost(SOON)
                .until(() -> get("/notify/" + it, slow).body().get("states").has("sent")));
    assertThat(calls).hasSize(5);
    delete("/notify/callback", slow);
  }

  @Test
  void belongsToItsServiceAlone() {
    register(token, "/hear");

    send(service(), template("plain", "x"));
    send(token, template("plain", "y"));

    await().atMost(SOON).until(() -> !calls.isEmpty());
    await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> calls.size() == 1);
    assertThat(get("/notify/callback", customer("c")).status()).isEqualTo(403);
    assertThat(get("/notify/callback", TestTokens.token(Ids.next(), "service")).status())
        .isEqualTo(404);
    assertThat(put("/notify/callback", token, "{\"url\":\"ftp://x.example/\"}").pointers())
        .containsExactly("/url");
  }
}
