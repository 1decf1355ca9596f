package dev.plaza.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.TestInfra;
import dev.plaza.infra.TestTokens;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.platform.Ids;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service on real servers with providers of the tests' own, and the words that tests about it
/// are written in.
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "notify.unsubscribe.secret=of-tests-only",
      "notify.callbacks.private-endpoints=true",
      "notify.callbacks.retries=300ms,300ms",
      "notify.delivery.release-spread=0s",
      "notify.delivery.retry-first=200ms",
      "notify.delivery.sweep=200ms",
      "notify.delivery.lease=5s",
      "notify.routing.open-for=1s",
      "notify.routing.ramp=3s",
      "notify.routing.rates.slow=10",
      "notify.routing.burst=5",
      "notify.categories.capped.cap-per-day=3",
      "notify.categories.capped.quiet=false",
      "notify.categories.capped.dedupe=0s",
      "notify.categories.digested.digest=2s",
      "notify.categories.digested.cap-per-day=1000",
      "notify.categories.digested.dedupe=0s",
      "notify.categories.plain.dedupe=0s",
      "notify.categories.plain.lateness=48h"
    })
@Import(NotifyServers.Fakes.class)
public abstract class NotifyServers {

  protected static final Duration SOON = Duration.ofSeconds(20);

  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  @Autowired protected JsonMapper json;
  @Autowired protected JdbcClient jdbc;
  @Autowired protected KafkaTemplate<String, byte[]> kafka;
  @Autowired protected MovableClock clock;
  @Autowired protected FakeProvider mailA;
  @Autowired protected FakeProvider mailB;
  @Autowired protected FakeProvider sms;
  @Autowired protected FakeProvider push;
  @LocalServerPort protected int port;

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    TestInfra.register(registry::add, "plaza_notify");
  }

  /// Providers and time, as the tests want them.
  @TestConfiguration(proxyBeanMethods = false)
  static class Fakes {
    @Bean
    MovableClock clock() {
      return new MovableClock();
    }

    @Bean
    FakeProvider mailA() {
      return new FakeProvider("mail-a", Channel.EMAIL);
    }

    @Bean
    FakeProvider mailB() {
      return new FakeProvider("mail-b", Channel.EMAIL);
    }

    @Bean
    FakeProvider sms() {
      return new FakeProvider("sms", Channel.SMS);
    }

    @Bean
    FakeProvider push() {
      return new FakeProvider("push", Channel.PUSH);
    }
  }

  @BeforeEach
  void fresh() {
    clock.reset();
    List.of(mailA, mailB, sms, push).forEach(FakeProvider::reset);
    jdbc.sql("DELETE FROM provider_state").update();
  }

  /// An answer with its JSON.
  public record Answer(int status, JsonNode body, HttpResponse<String> http) {
    public String code() {
      return body.get("code").asString();
    }

    public List<String> pointers() {
      var pointers = new ArrayList<String>();
      body.get("errors").forEach(it -> pointers.add(it.get("pointer").asString()));
      return pointers;
    }
  }

  protected static String ops() {
    return TestTokens.token("ops", "ops");
  }

  protected static String service() {
    return TestTokens.token("shop", "service");
  }

  protected static String customer(String name) {
    return TestTokens.token(name, "customer");
  }

  protected Answer get(String path, @Nullable String token) {
    return send(request(path, token).GET());
  }

  protected Answer put(String path, @Nullable String token, String body) {
    return send(
        request(path, token)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(body)));
  }

  protected Answer post(String path, @Nullable String token, String body) {
    return send(
        request(path, token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", Ids.next())
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  protected Answer delete(String path, @Nullable String token) {
    return send(request(path, token).DELETE());
  }

  protected HttpRequest.Builder request(String path, @Nullable String token) {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .timeout(Duration.ofSeconds(20));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  protected Answer send(HttpRequest.Builder request) {
    try {
      var answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
      String type = answer.headers().firstValue("Content-Type").orElse("");
      JsonNode body =
          type.contains("json") && !answer.body().isEmpty()
              ? json.readTree(answer.body())
              : json.nullNode();
      return new Answer(answer.statusCode(), body, answer);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  protected static HttpClient http() {
    return HTTP;
  }

  /// Publishes a template with one text for all channels.
  protected String template(String category, String text) {
    return template(
        category,
        """
        {"email":{"subject":"%1$s","text":"%1$s"},"sms":{"text":"%1$s"},
         "push":{"title":"%1$s","body":"%1$s"},"in_app":{"title":"%1$s","body":"%1$s"}}\
        """
            .formatted(text),
        "{}");
  }

  protected String template(String category, String english, String variables) {
    String key = "t-" + Ids.next();
    Answer drafted =
        put(
            "/templates/" + key,
            ops(),
            """
            {"category":"%s","variables":%s,"content":{"en":%s}}\
            """
                .formatted(category, variables, english));
    assertThat(drafted.status()).as(drafted.http().body()).isEqualTo(201);
    assertThat(post("/templates/" + key + "/publish", ops(), "{\"version\":1}").status())
        .isEqualTo(200);
    return key;
  }

  /// Asks for a notification and expects it to be taken.
  protected String accepted(String body) {
    Answer answer = post("/notify", service(), body);
    assertThat(answer.status()).as(answer.http().body()).isEqualTo(202);
    return answer.body().get("job_id").asString();
  }

  protected String toEmail(String template, String email) {
    return accepted(
        """
        {"template":"%s","channels":["email"],"recipients":[{"email":"%s"}]}\
        """
            .formatted(template, email));
  }

  protected String toUser(String template, String user, String channel) {
    return accepted(
        """
        {"template":"%s","channels":["%s"],"recipients":[{"user_id":"%s"}]}\
        """
            .formatted(template, channel, user));
  }

  protected JsonNode job(String id) {
    return get("/notify/" + id, service()).body();
  }

  protected long in(String job, String state) {
    JsonNode count = job(job).get("states").get(state);
    return count == null ? 0 : count.asLong();
  }

  protected void awaitState(String job, String state, long count) {
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(in(job, state)).as(job(job).toString()).isEqualTo(count));
  }

  /// What was sent to an address, by either provider: in no order of time.
  protected List<Outgoing.Email> mails(String to) {
    return Stream.concat(mailA.emails(to).stream(), mailB.emails(to).stream()).toList();
  }

  protected List<JsonNode> deliveries(String job) {
    var all = new ArrayList<JsonNode>();
    get("/notify/" + job + "/deliveries?limit=100", service())
        .body()
        .get("items")
        .forEach(all::add);
    return all;
  }

  /// The outcome of a check of the only delivery of a job.
  protected List<String> outcomes(String job, String check) {
    String id = deliveries(job).getFirst().get("id").asString();
    var found = new ArrayList<String>();
    get("/deliveries/" + id + "/explain", service())
        .body()
        .get("decisions")
        .forEach(
            it -> {
              if (it.get("check").asString().equals(check)) {
                found.add(it.get("outcome").asString());
              }
            });
    return found;
  }

  protected void reach(String user, String email) {
    assertThat(
            put("/notify/contacts/" + user, service(), "{\"email\":\"%s\"}".formatted(email))
                .status())
        .isEqualTo(200);
  }

  protected static String fresh(String name) {
    return name + "-" + Ids.next();
  }
}
