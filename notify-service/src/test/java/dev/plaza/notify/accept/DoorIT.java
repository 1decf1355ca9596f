package dev.plaza.notify.accept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.NotifyServers;
import dev.plaza.platform.Ids;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// Requests of the same moment are stored in one transaction; nobody may notice.
class DoorIT extends NotifyServers {

  private static final int CLIENTS = 40;

  private Answer ask(String key, String body) {
    return send(
        request("/notify", service())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private static String body(String template, String address, String more) {
    return """
    {"template":"%s","recipients":[{"email":"%s"}],"send_at":"%s"%s}"""
        .formatted(template, address, java.time.Instant.now().plusSeconds(86_400), more);
  }

  private static List<Answer> atOnce(IntFunction<Answer> ask) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var work = new ArrayList<Callable<Answer>>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        work.add(() -> ask.apply(number));
      }
      var answers = new ArrayList<Answer>();
      for (var it : threads.invokeAll(work)) {
        answers.add(it.get());
      }
      return answers;
    }
  }

  private int jobs(String template) {
    return jdbc.sql("SELECT count(*) FROM job WHERE template = ?")
        .param(template)
        .query(Integer.class)
        .single();
  }

  @Test
  void eachErrorStaysItsOwn() throws Exception {
    String template = template("plain", "x");
    ask(Ids.next(), body(template, "first@plaza.example", ""));

    var answers =
        atOnce(
            i ->
                ask(
                    Ids.next(),
                    body(i % 4 == 0 ? "nope" : template, "a" + i + "@plaza.example", "")));

    for (int i = 0; i < CLIENTS; i++) {
      assertThat(answers.get(i).status()).isEqualTo(i % 4 == 0 ? 422 : 202);
    }
    assertThat(jobs(template)).isEqualTo(1 + CLIENTS * 3 / 4);
  }

  @Test
  void aKeyIsOneRequestAlsoInCompany() throws Exception {
    String template = template("plain", "x");
    ask(Ids.next(), body(template, "first@plaza.example", ""));
    String key = Ids.next();
    String same = body(template, "same@plaza.example", "");

    var answers = atOnce(i -> i % 2 == 0 ? ask(key, same) : ask(Ids.next(), same));

    var ids = new ArrayList<String>();
    for (int i = 0; i < CLIENTS; i += 2) {
      Answer it = answers.get(i);
      assertThat(it.status()).isIn(202, 409);
      if (it.status() == 202) {
        ids.add(it.body().get("job_id").asString());
      }
    }
    assertThat(ids.stream().distinct()).hasSize(1);
    assertThat(jobs(template)).isEqualTo(2 + CLIENTS / 2);
    Answer reused = ask(key, body(template, "other@plaza.example", ""));
    assertThat(reused.code()).isEqualTo("idempotency_key_reused");
  }

  @Test
  void aDedupeKeyIsOneJobAlsoInCompany() throws Exception {
    String template = template("plain", "x");
    ask(Ids.next(), body(template, "first@plaza.example", ""));
    String named = ",\"dedupe_key\":\"%s\"".formatted(Ids.next());

    var answers = atOnce(i -> ask(Ids.next(), body(template, "a" + i + "@plaza.example", named)));

    assertThat(answers).allMatch(it -> it.status() == 202);
    assertThat(answers.stream().map(it -> it.body().get("job_id").asString()).distinct())
        .hasSize(1);
    assertThat(jobs(template)).isEqualTo(2);
  }

  /// The version is looked at again in the transaction that stores.
  @Test
  void whatIsPublishedCountsAtOnce() throws Exception {
    String template = template("plain", "x");
    for (int version = 1; version <= 3; version++) {
      int expected = version;
      var answers = atOnce(i -> ask(Ids.next(), body(template, "v" + i + "@plaza.example", "")));
      for (Answer it : answers) {
        Answer job = get("/notify/" + it.body().get("job_id").asString(), service());
        assertThat(job.body().get("version").asInt()).isEqualTo(expected);
      }
      publishNext(template);
    }
  }

  private void publishNext(String template) {
    Answer draft =
        put(
            "/templates/" + template,
            ops(),
            """
            {"category":"plain","variables":{},
             "content":{"en":{"email":{"subject":"Hi","text":"new"}}}}""");
    assertThat(draft.status()).isLessThan(300);
    Answer published =
        post(
            "/templates/" + template + "/publish",
            ops(),
            "{\"version\":%d}".formatted(draft.body().get("version").asInt()));
    assertThat(published.status()).isLessThan(300);
  }
}
