package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.NotifyServers;
import dev.plaza.notify.provider.Outgoing;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Consent, suppression, quiet hours, caps, repetitions, expiry.
class DecisionIT extends NotifyServers {

  /// 54: nothing leaves after the "no" was acknowledged; other categories and critical ones do.
  @Test
  void aNoIsObeyedAtTheMomentOfSending() {
    String news = template("plain", "News");
    String security = template("security", "Code");
    String user = fresh("nora");
    reach(user, user + "@plaza.example");
    String later =
        accepted(
            """
            {"template":"%s","channels":["email"],"recipients":[{"user_id":"%s"}],"send_at":"%s"}\
            """
                .formatted(news, user, Instant.now().plusSeconds(1)));

    assertThat(
            put("/preferences", customer(user), "{\"categories\":{\"plain\":{\"email\":false}}}")
                .status())
        .isEqualTo(200);

    awaitState(later, "skipped", 1);
    assertThat(outcomes(later, "consent")).containsExactly("refused");
    awaitState(toUser(security, user, "email"), "sent", 1);
    assertThat(mails(user + "@plaza.example"))
        .extracting(Outgoing.Email::subject)
        .containsExactly("Code");
    Answer refused =
        put("/preferences", customer(user), "{\"categories\":{\"security\":{\"email\":false}}}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.pointers()).containsExactly("/categories/security/email");
    assertThat(get("/preferences", customer(user)).body().at("/categories/plain/email").asBoolean())
        .isFalse();
  }

  /// 55, 57 and 58: scanners change nothing, the link of the mail works by POST, for this one only.
  @Test
  void unsubscribesByTheLinkInTheMail() {
    String news = template("plain", "News");
    String to = fresh("scan") + "@plaza.example";
    String neighbour = fresh("next") + "@plaza.example";
    awaitState(toEmail(news, to), "sent", 1);
    String link = mails(to).getFirst().unsubscribe().https();
    String path = link.substring(link.indexOf("/unsubscribe/"));

    Answer page = get(path, null);
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.http().body()).contains("<form method=\"post\">");
    assertThat(
            send(request(path, null).method("HEAD", HttpRequest.BodyPublishers.noBody())).status())
        .isEqualTo(200);
    awaitState(toEmail(news, to), "sent", 1);
    for (int i = 0; i < 2; i++) {
      Answer done =
          send(
              request(path, null)
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(HttpRequest.BodyPublishers.ofString("List-Unsubscribe=One-Click")));
      assertThat(done.status()).isEqualTo(200);
    }
    awaitState(toEmail(news, to), "skipped", 1);
    awaitState(toEmail(news, neighbour), "sent", 1);
    assertThat(get("/unsubscribe/forged", null).status()).isEqualTo(404);
    assertThat(
            send(request("/unsubscribe/forged", null).POST(HttpRequest.BodyPublishers.noBody()))
                .status())
        .isEqualTo(404);
  }

  /// 59.
  @Test
  void suppressedAddressesGetNothing() {
    String template = template("plain", "x");
    String name = fresh("John");
    assertThat(
            post(
                    "/suppressions",
                    ops(),
                    "{\"channel\":\"email\",\"address\":\"%s@X.example\"}".formatted(name))
                .status())
        .isEqualTo(204);

    String job = toEmail(template, name.toLowerCase(java.util.Locale.ROOT) + "@x.example ");

    awaitState(job, "skipped", 1);
    assertThat(outcomes(job, "suppression")).containsExactly("suppressed");
    awaitState(toEmail(template, name + "+b@x.example"), "sent", 1);
    assertThat(get("/suppressions?limit=100", ops()).status()).isEqualTo(200);
    assertThat(get("/suppressions", customer("c")).status()).isEqualTo(403);
    assertThat(delete("/suppressions?channel=email&address=" + name + "@x.example", ops()).status())
        .isEqualTo(204);
    awaitState(toEmail(template, name + "@x.example"), "sent", 1);
  }

  /// 17 to 19 and 83: held until the end of the night, really sent then, by the zone of the user.
  @Test
  void quietHoursHoldAndRelease() {
    String template = template("plain", "x");
    String user = fresh("quinn");
    reach(user, user + "@plaza.example");
    put(
        "/preferences",
        customer(user),
        "{\"quiet_hours\":{\"start\":\"22:00\",\"end\":\"08:00\"},\"zone\":\"Africa/Nairobi\"}");
    clock.set(Instant.parse("2026-12-05T20:00:00Z"));

    String job = toUser(template, user, "email");
    await().atMost(SOON).until(() -> outcomes(job, "quiet_hours").contains("held"));
    assertThat(in(job, "queued")).isEqualTo(1);
    assertThat(deliveries(job).getFirst().get("due_at").asString())
        .isEqualTo("2026-12-06T05:00:00Z");
    clock.set(Instant.parse("2026-12-06T04:59:58Z"));
    assertThat(in(job, "queued")).isEqualTo(1);
    awaitState(job, "sent", 1);
    assertThat(clock.instant()).isAfterOrEqualTo("2026-12-06T05:00:00Z");
    assertThat(mails(user + "@plaza.example")).hasSize(1);
  }

  /// 15: what is late beyond its worth is not sent, and says so.
  @Test
  void expiredMessagesAreNotSent() {
    String template = template("plain", "x");
    String job =
        accepted(
            """
            {"template":"%s","channels":["email"],"recipients":[{"email":"late@plaza.example"}],
             "send_at":"%s","expires_at":"%s"}\
            """
                .formatted(
                    template, Instant.now().plusSeconds(3600), Instant.now().plusSeconds(4000)));

    clock.advance(Duration.ofHours(2));

    awaitState(job, "expired", 1);
    assertThat(outcomes(job, "expiry")).containsExactly("expired");
  }

  /// 83: fifty at once, exactly three; the next day three more; critical ones do not count.
  @Test
  void capsAreExact() throws Exception {
    String template = template("capped", "x");
    String user = fresh("cap");
    put("/preferences", customer(user), "{\"zone\":\"America/Santiago\"}");
    reach(user, user + "@plaza.example");
    clock.set(Instant.parse("2026-12-06T02:30:00Z"));

    var jobs = trigger(50, () -> toUser(template, user, "email"));

    awaitEnds(jobs, "sent", 3, "skipped", 47);
    assertThat(mails(user + "@plaza.example")).hasSize(3);
    String over = jobs.stream().filter(it -> in(it, "skipped") == 1).findFirst().orElseThrow();
    assertThat(outcomes(over, "cap")).containsExactly("capped");
    awaitState(toUser(template("security", "Code"), user, "email"), "sent", 1);
    // midnight in Santiago is 03:00 UTC
    clock.set(Instant.parse("2026-12-06T03:00:01Z"));
    awaitEnds(trigger(5, () -> toUser(template, user, "email")), "sent", 3, "skipped", 2);
  }

  private static List<String> trigger(int count, Callable<String> ask) throws Exception {
    var jobs = new ArrayList<String>();
    try (var pool = Executors.newFixedThreadPool(10)) {
      for (var it : pool.invokeAll(java.util.Collections.nCopies(count, ask))) {
        jobs.add(it.get());
      }
    }
    return jobs;
  }

  private void awaitEnds(List<String> jobs, String one, long ones, String other, long others) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(jobs.stream().mapToLong(it -> in(it, one)).sum()).isEqualTo(ones);
              assertThat(jobs.stream().mapToLong(it -> in(it, other)).sum()).isEqualTo(others);
            });
  }

  @Test
  void theSameContentGoesToAnAddressOnce() throws Exception {
    String template =
        template("account", "{\"email\":{\"subject\":\"{{n}}\",\"text\":\"x\"}}", "{}");
    String to = fresh("dup") + "@plaza.example";
    String ask =
        "{\"template\":\"%s\",\"recipients\":[{\"email\":\"%s\"}],\"data\":{\"n\":\"%s\"}}";

    var jobs = trigger(10, () -> accepted(ask.formatted(template, to, "one")));
    awaitEnds(jobs, "sent", 1, "skipped", 9);
    awaitState(accepted(ask.formatted(template, to, "two")), "sent", 1);

    assertThat(mails(to))
        .extracting(Outgoing.Email::subject)
        .containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void whoHasNoAddressIsSkipped() {
    String job = toUser(template("plain", "x"), fresh("ghost"), "email");

    awaitState(job, "skipped", 1);
    assertThat(deliveries(job).getFirst().get("reason").asString()).isEqualTo("no_address");
  }

  /// 27: who changes his quiet hours or his zone while a message is held gets it by the new ones:
  /// at once when it is day there, once in any case.
  @Test
  void whatIsHeldFollowsTheRecipientsNewWishes() {
    String user = fresh("zoe");
    reach(user, user + "@plaza.example");
    String wish = "{\"quiet_hours\":{\"start\":\"22:00\",\"end\":\"07:00\"},\"zone\":\"%s\"}";
    put("/preferences", customer(user), wish.formatted("Europe/Vienna"));
    clock.set(Instant.parse("2026-12-05T22:00:00Z"));
    String job = toUser(template("plain", "x"), user, "email");
    await().atMost(SOON).until(() -> outcomes(job, "quiet_hours").contains("held"));
    assertThat(due(job)).isEqualTo("2026-12-06T06:00:00Z");

    put("/preferences", customer(user), wish.formatted("America/New_York"));
    awaitState(job, "sent", 1);
    put("/preferences", customer(user), wish.formatted("Europe/Vienna"));
    String second = toUser(template("plain", "y"), user, "email");
    await().atMost(SOON).until(() -> outcomes(second, "quiet_hours").contains("held"));
    put("/preferences", customer(user), wish.formatted("Asia/Kolkata"));
    await().atMost(SOON).until(() -> due(second).equals("2026-12-06T01:30:00Z"));
    put("/preferences", customer(user), "{\"zone\":\"Asia/Kolkata\"}");
    awaitState(second, "sent", 1);

    assertThat(mails(user + "@plaza.example")).hasSize(2);
  }

  /// Without a zone of their own, hours are those of the zone that was shown: the token's.
  @Test
  void quietHoursAreOfTheZoneThatWasShown() {
    String user = fresh("tara");
    reach(user, user + "@plaza.example");
    String shown = get("/preferences", customer(user)).body().get("zone").asString();
    put(
        "/preferences",
        customer(user),
        "{\"quiet_hours\":{\"start\":\"22:00\",\"end\":\"07:00\"}}");

    assertThat(
            jdbc.sql("SELECT zone FROM person WHERE user_id = ?")
                .param(user)
                .query(String.class)
                .single())
        .isEqualTo(shown);
  }

  private String due(String job) {
    return deliveries(job).getFirst().get("due_at").asString();
  }

  /// 25: saving the same wishes again moves nothing, in whichever season they are saved.
  @Test
  void savingTheSamePreferencesAgainChangesNothing() {
    String user = fresh("sam");
    for (String now : List.of("2026-07-01T12:00:00Z", "2026-11-05T12:00:00Z")) {
      clock.set(Instant.parse(now));
      put(
          "/preferences",
          customer(user),
          "{\"quiet_hours\":{\"start\":\"17:00\",\"end\":\"18:00\"},\"zone\":\"Europe/Berlin\"}");
      for (int i = 0; i < 2; i++) {
        String seen = get("/preferences", customer(user)).http().body();
        assertThat(put("/preferences", customer(user), seen).http().body()).isEqualTo(seen);
        assertThat(seen).contains("\"17:00\"");
      }
    }
    reach(user, user + "@plaza.example");
    clock.set(Instant.parse("2026-11-05T16:30:00Z"));
    String job = toUser(template("plain", "x"), user, "email");
    await().atMost(SOON).until(() -> outcomes(job, "quiet_hours").contains("held"));
    assertThat(due(job)).isEqualTo("2026-11-05T17:00:00Z");
  }
}
