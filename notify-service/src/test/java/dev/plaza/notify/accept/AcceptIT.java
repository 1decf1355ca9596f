package dev.plaza.notify.accept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.NotifyServers;
import dev.plaza.platform.Ids;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is taken, what is refused, and by whom.
class AcceptIT extends NotifyServers {

  private Answer ask(String key, String body) {
    return send(
        request("/notify", service())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  @Test
  void onlyServicesAndOpsMaySend() {
    String body =
        """
        {"template":"%s","recipients":[{"email":"a@plaza.example"}]}\
        """
            .formatted(template("account", "x"));

    assertThat(post("/notify", customer("carl"), body).status()).isEqualTo(403);
    assertThat(post("/notify", null, body).status()).isEqualTo(401);
    assertThat(post("/notify", ops(), body).status()).isEqualTo(202);
    String job = accepted(body);
    assertThat(get("/notify/" + job, ops()).status()).isEqualTo(200);
    assertThat(get("/notify/" + job, dev.plaza.infra.TestTokens.token("other", "service")).status())
        .isEqualTo(404);
    assertThat(get("/notify/" + job, customer("carl")).status()).isEqualTo(403);
    assertThat(get("/notify/" + Ids.next(), ops()).status()).isEqualTo(404);
    assertThat(get("/notify/nonsense", ops()).status()).isEqualTo(404);
  }

  /// The request's fault is named by its place.
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'recipients':[{'email':'a@x.example,b@x.example'}]; /recipients/0/email",
        "'recipients':[{'email':'a@x.example\\r\\nBcc: e@x.example'}]; /recipients/0/email",
        "'recipients':[{'phone':'0664 1234567'}]; /recipients/0/phone",
        "'recipients':[{'user_id':'a b'}]; /recipients/0/user_id",
        "'recipients':[{}]; /recipients/0",
        "'recipients':[{'user_id':'a','email':'a@x.example'}]; /recipients/0",
        "'recipients':[]; /recipients",
        "'topic':'Not A Name'; /topic",
        "'recipients':[{'user_id':'a','zone':'Mars/Base'}]; /recipients/0/zone",
        "'recipients':[{'user_id':'a','locale':'!'}]; /recipients/0/locale",
        "'recipients':[{'user_id':'a'}],'locale':'no tag'; /locale",
        "'recipients':[{'user_id':'a'}],'channels':['fax']; /channels/0",
        "'recipients':[{'user_id':'a'}],'channels':[]; /channels",
        "'recipients':[{'user_id':'a'}],'category':'No Name'; /category",
        "'recipients':[{'user_id':'a'}],'priority':'soon'; /priority",
        "'recipients':[{'user_id':'a'}],'send_at':'2026-12-24T10:00:00Z','expires_at':'2026-12-24T09:00:00Z';"
            + " /expires_at",
        "'recipients':[{'user_id':'a'}],'send_at':'2099-12-24T10:00:00Z'; /send_at"
      })
  void refusesWithThePlaceOfTheFault(String member, String pointer) {
    String template = template("account", "x");

    Answer answer =
        post(
            "/notify",
            service(),
            "{\"template\":\"%s\",%s}".formatted(template, member.replace('\'', '"')));

    assertThat(answer.status()).as(answer.http().body()).isEqualTo(422);
    assertThat(answer.pointers()).contains(pointer);
  }

  @Test
  void refusesUnknownTemplatesAndMissingVariables() {
    Answer unknown =
        post("/notify", service(), "{\"template\":\"nope\",\"recipients\":[{\"user_id\":\"a\"}]}");
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(unknown.code()).isEqualTo("unknown_template");
    assertThat(unknown.pointers()).containsExactly("/template");

    // 45: absent and null are missing, "" and an explicit default are not
    String template =
        template(
            "account",
            "{\"sms\":{\"text\":\"Hi {{name}} {{greeting}}\"}}",
            "{\"name\":{\"required\":true},\"greeting\":{\"required\":true,\"default\":\"!\"}}");
    String ask = "{\"template\":\"%s\",\"recipients\":[{\"phone\":\"+436641234567\"}],\"data\":%s}";
    Answer absent = post("/notify", service(), ask.formatted(template, "{}"));
    assertThat(absent.code()).isEqualTo("missing_variable");
    assertThat(absent.pointers()).containsExactly("/data/name");
    assertThat(post("/notify", service(), ask.formatted(template, "{\"name\":null}")).status())
        .isEqualTo(422);
    assertThat(post("/notify", service(), ask.formatted(template, "{\"name\":\"\"}")).status())
        .isEqualTo(202);
    Answer own =
        post(
            "/notify",
            service(),
            """
            {"template":"%s","recipients":[{"phone":"+436641234567","data":{"name":"A"}},
              {"phone":"+436641234568","data":{}}]}\
            """
                .formatted(template));
    assertThat(own.pointers()).containsExactly("/recipients/1/data/name");
  }

  /// 13 and 86: the same key is the same request, however many ask at once.
  @Test
  void aKeyIsOneRequest() throws Exception {
    String template = template("account", "once " + Ids.next());
    String key = Ids.next();
    String body =
        """
        {"template":"%s","channels":["email"],"recipients":[{"email":"once@plaza.example"}]}\
        """
            .formatted(template);

    var calls = new ArrayList<Callable<Answer>>();
    for (int i = 0; i < 16; i++) {
      calls.add(() -> ask(key, body));
    }
    var statuses = new ArrayList<Integer>();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var it : pool.invokeAll(calls)) {
        statuses.add(it.get().status());
      }
    }
    assertThat(statuses).allMatch(it -> it == 202 || it == 409).contains(202);
    Answer again = ask(key, body);
    assertThat(again.http().headers().firstValue("Idempotent-Replayed")).contains("true");
    assertThat(ask(key, body.replace("once@", "other@")).code())
        .isEqualTo("idempotency_key_reused");
    assertThat(
            send(request("/notify", service())
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body)))
                .code())
        .isEqualTo("idempotency_key_required");
    String job = again.body().get("job_id").asString();
    awaitState(job, "sent", 1);
    assertThat(mails("once@plaza.example")).hasSize(1);
  }

  @Test
  void aDedupeKeyIsOneJobWhateverTheRequestKey() {
    String template = template("account", "x");
    String body =
        """
        {"template":"%s","recipients":[{"user_id":"dora"}],"dedupe_key":"%s"}\
        """
            .formatted(template, Ids.next());

    assertThat(accepted(body)).isEqualTo(accepted(body));
  }

  /// 14: in two topics and named directly, and the one who caused it is left out.
  @Test
  void aPersonGetsOneMessageHoweverOftenHeIsNamed() {
    String template = template("account", "x");
    String one = fresh("topic");
    String two = fresh("topic");
    for (String topic : new String[] {one, two}) {
      assertThat(
              put(
                      "/notify/topics/" + topic + "/members",
                      service(),
                      "{\"members\":[{\"user_id\":\"ana\"},{\"user_id\":\"bob\"},{\"user_id\":\"me\"}]}")
                  .status())
          .isEqualTo(200);
    }

    String job =
        accepted(
            """
            {"template":"%s","channels":["in_app"],"topics":["%s","%s"],"exclude":["me"],
             "recipients":[{"user_id":"ana"},{"user_id":"ana"},{"user_id":"me"}]}\
            """
                .formatted(template, one, two));

    awaitState(job, "delivered", 2);
    await().atMost(SOON).until(() -> job(job).get("status").asString().equals("finished"));
    assertThat(deliveries(job))
        .extracting(it -> it.get("recipient").asString())
        .containsExactlyInAnyOrder("u:ana", "u:bob");
    assertThat(get("/notify/topics/" + one, service()).body().get("members").asInt()).isEqualTo(3);
  }

  /// 26: an instant is an instant; a time without zone is none.
  @Test
  void timesNeedTheirOffset() {
    String template = template("account", "x");
    String ask = "{\"template\":\"%s\",\"recipients\":[{\"user_id\":\"a\"}],\"send_at\":\"%s\"}";

    Answer naive = post("/notify", service(), ask.formatted(template, "2026-12-24T09:00:00"));
    assertThat(naive.status()).isEqualTo(400);
    assertThat(naive.pointers()).containsExactly("/send_at");
    String job = accepted(ask.formatted(template, "2026-12-24T09:00:00+10:00"));
    assertThat(job(job).get("send_at").asString()).isEqualTo("2026-12-23T23:00:00Z");
  }

  @Test
  void aJobCanBeCancelledUntilItLeaves() {
    String template = template("account", "x");
    String job =
        accepted(
            """
            {"template":"%s","channels":["in_app"],"recipients":[{"user_id":"cara"}],
             "send_at":"2026-12-30T10:00:00Z"}\
            """
                .formatted(template));

    Answer cancelled = post("/notify/" + job + "/cancel", service(), "");

    assertThat(cancelled.status()).as(cancelled.http().body()).isEqualTo(200);
    assertThat(cancelled.body().get("states").get("cancelled").asInt()).isEqualTo(1);
    assertThat(post("/notify/" + job + "/cancel", service(), "").status()).isEqualTo(409);
  }

  @Test
  void listsArePagedByCursor() {
    String template = template("account", "x");
    var to = new StringBuilder();
    for (int i = 0; i < 25; i++) {
      to.append(i == 0 ? "" : ",").append("{\"user_id\":\"page-%02d\"}".formatted(i));
    }
    String job =
        accepted(
            "{\"template\":\"%s\",\"channels\":[\"in_app\"],\"recipients\":[%s]}"
                .formatted(template, to));

    Answer first = get("/notify/" + job + "/deliveries?limit=20", service());
    String cursor = first.body().get("next_cursor").asString();
    Answer second = get("/notify/" + job + "/deliveries?limit=20&cursor=" + cursor, service());

    assertThat(first.body().get("items")).hasSize(20);
    assertThat(second.body().get("items")).hasSize(5);
    assertThat(second.body().get("next_cursor").isNull()).isTrue();
    assertThat(get("/notify/" + job + "/deliveries?cursor=xx", service()).code())
        .isEqualTo("bad_cursor");
  }

  @Test
  void templatesHaveVersions() {
    String key = template("account", "one");
    String draft = "{\"category\":\"account\",\"content\":{\"en\":{\"sms\":{\"text\":\"%s\"}}}}";
    assertThat(
            put("/templates/" + key, ops(), draft.formatted("two {{x}}"))
                .body()
                .get("version")
                .asInt())
        .isEqualTo(2);
    assertThat(get("/templates/" + key, ops()).body().get("live").asInt()).isEqualTo(1);
    Answer preview =
        post(
            "/templates/" + key + "/preview",
            ops(),
            "{\"channel\":\"sms\",\"locale\":\"de\",\"data\":{\"x\":\"€\"}}");
    assertThat(preview.body().get("message").get("text").asString()).isEqualTo("two €");
    assertThat(preview.body().get("sms").get("segments").asInt()).isEqualTo(1);
    assertThat(preview.body().get("sms").get("units").asInt()).isEqualTo(6);
    assertThat(post("/templates/" + key + "/preview", ops(), "{\"channel\":\"sms\"}").code())
        .isEqualTo("render_failed");
    assertThat(post("/templates/" + key + "/publish", ops(), "{\"version\":2}").status())
        .isEqualTo(200);
    assertThat(get("/templates/" + key, ops()).body().get("live").asInt()).isEqualTo(2);
    assertThat(post("/templates/" + key + "/rollback", ops(), "").body().get("version").asInt())
        .isEqualTo(1);
    assertThat(post("/templates/" + key + "/rollback", ops(), "").status()).isEqualTo(409);
    assertThat(post("/templates/" + key + "/publish", ops(), "{\"version\":9}").status())
        .isEqualTo(404);
    Answer broken = put("/templates/" + key, ops(), draft.formatted("{{{x}}}"));
    assertThat(broken.status()).isEqualTo(422);
    assertThat(broken.pointers()).containsExactly("/content/en/sms/text");
    assertThat(put("/templates/" + key, customer("c"), draft).status()).isEqualTo(403);
  }

  /// What would reach nobody is told at the door, not by a job without deliveries.
  @Test
  void namesRecipientsThatNoChannelReaches() {
    String template = template("plain", "x");
    Answer refused =
        post(
            "/notify",
            service(),
            """
            {"template":"%s","channels":["sms"],
             "recipients":[{"phone":"+436601234567"},{"email":"a@plaza.example"}]}\
            """
                .formatted(template));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.pointers()).containsExactly("/recipients/1");
    assertThat(post("/templates/none/rollback", ops(), "").status()).isEqualTo(404);
  }
}
