package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.platform.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Pushes: one delivery a device, one owner a token.
class PushIT extends OutcomeServers {

  /// 71: a token its provider knows no more goes, unless it was registered again since; a payload
  /// that is refused costs nobody a token. One owner per token, one delivery per device.
  @Test
  void pushTokensArePrunedAndOwnedByOne() {
    String template = template("plain", "x");
    String user = fresh("pia");
    String one = "tok1" + Ids.next();
    String two = "tok2" + Ids.next();
    for (String token : List.of(one, two)) {
      assertThat(put("/devices/" + token, customer(user), "{\"kind\":\"fcm\"}").status())
          .isEqualTo(204);
    }
    String job = toUser(template, user, "push");
    awaitState(job, "sent", 2);
    assertThat(push.sent)
        .extracting(it -> ((Outgoing.Push) it).device().token())
        .containsExactlyInAnyOrder(one, two);

    push.answer =
        it ->
            ((Outgoing.Push) it).device().token().equals(one)
                ? new Outcome.Permanent(
                    "UNREGISTERED", "", Outcome.Scope.RECIPIENT, true, Instant.now())
                : new Outcome.Permanent("INVALID_ARGUMENT", "", Outcome.Scope.MESSAGE, false);
    String failing = toUser(template, user, "push");
    awaitState(failing, "bounced", 1);
    awaitState(failing, "failed", 1);
    assertThat(tokens(user)).containsExactly(two);

    put("/devices/" + two, customer(user), "{\"kind\":\"fcm\"}");
    push.answer =
        _ ->
            new Outcome.Permanent(
                "Unregistered", "", Outcome.Scope.RECIPIENT, true, Instant.now().minusSeconds(60));
    awaitState(toUser(template, user, "push"), "bounced", 1);
    assertThat(tokens(user)).containsExactly(two);

    String thief = fresh("tom");
    put("/devices/" + two, customer(thief), "{\"kind\":\"fcm\"}");
    assertThat(tokens(user)).isEmpty();
    assertThat(tokens(thief)).containsExactly(two);
    assertThat(delete("/devices/" + two, customer(user)).status()).isEqualTo(404);
    assertThat(delete("/devices/" + two, customer(thief)).status()).isEqualTo(204);
    assertThat(put("/devices/xyz", customer(user), "{\"kind\":\"apns\"}").status()).isEqualTo(422);
    assertThat(put("/devices/xyz", customer(user), "{\"kind\":\"web_push\"}").pointers())
        .containsExactly("/endpoint");
  }

  private List<String> tokens(String user) {
    return jdbc.sql("SELECT token FROM device WHERE user_id = ?")
        .param(user)
        .query(String.class)
        .list();
  }

  /// A digest reaches all devices, as every push does.
  @Test
  void aDigestReachesAllDevices() {
    String template =
        template(
            "digested",
            """
            {"push":{"title":"{{count}} new","body":"{{#each items}}{{n}} {{/each}}"}}\
            """,
            "{}");
    String user = fresh("dora");
    var devices = List.of("d1" + Ids.next(), "d2" + Ids.next(), "d3" + Ids.next());
    devices.forEach(it -> put("/devices/" + it, customer(user), "{\"kind\":\"fcm\"}"));
    for (int i = 1; i <= 3; i++) {
      accepted(
          "{\"template\":\"%s\",\"recipients\":[{\"user_id\":\"%s\"}],\"data\":{\"n\":%d}}"
              .formatted(template, user, i));
    }

    await().atMost(SOON).until(() -> push.sent.size() == 3);

    assertThat(push.sent)
        .map(Outgoing.Push.class::cast)
        .allMatch(it -> it.title().equals("3 new") && it.body().equals("1 2 3 "))
        .extracting(it -> it.device().token())
        .containsExactlyInAnyOrderElementsOf(devices);
    await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> push.sent.size() == 3);
  }

  /// 75: FCM takes texts only: numbers and booleans become texts, the rest is refused at the door.
  @Test
  void pushDataIsTextBeforeItLeaves() {
    String template =
        template(
            "plain",
            """
            {"push":{"title":"t","body":"b","data":
              {"count":5,"big":12345678901,"half":0.5,"on":true,"n":"{{n}}"}}}\
            """,
            "{}");
    String user = fresh("fred");
    put("/devices/f" + Ids.next(), customer(user), "{\"kind\":\"fcm\"}");

    awaitState(
        accepted(
            "{\"template\":\"%s\",\"recipients\":[{\"user_id\":\"%s\"}],\"data\":{\"n\":7}}"
                .formatted(template, user)),
        "sent",
        1);

    assertThat(((Outgoing.Push) push.sent.getFirst()).data())
        .containsOnly(
            Map.entry("count", "5"),
            Map.entry("big", "12345678901"),
            Map.entry("half", "0.5"),
            Map.entry("on", "true"),
            Map.entry("n", "7"));
    Answer refused =
        put(
            "/templates/" + fresh("t"),
            ops(),
            """
            {"category":"plain","content":{"en":{"push":{"title":"t","body":"b","data":
              {"a":{"b":1},"c":[1],"d":null,"from":"x","google.x":"y","fine":"z"}}}}}\
            """);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.pointers())
        .containsExactlyInAnyOrder(
            "/content/en/push/data/a",
            "/content/en/push/data/c",
            "/content/en/push/data/d",
            "/content/en/push/data/from",
            "/content/en/push/data/google.x");
  }
}
