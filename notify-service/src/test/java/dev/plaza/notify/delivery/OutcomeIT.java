package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.FakeProvider;
import dev.plaza.notify.NotifyServers;
import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.platform.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// What follows from what providers answer.
class OutcomeIT extends NotifyServers {

  @Autowired private DeliveryReports reports;

  private static Outcome down(Outgoing message) {
    return new Outcome.Transient("refused", "connection refused", null, Outcome.Scope.PROVIDER);
  }

  private List<Outgoing.Email> mails(String to) {
    return Stream.concat(mailA.emails(to).stream(), mailB.emails(to).stream()).toList();
  }

  private String someone() {
    return fresh("x") + "@plaza.example";
  }

  /// 1, 2 and 6: no answer is no failure. Not sent again, by nobody; a report settles it.
  @Test
  void anUnknownOutcomeIsNeverResent() {
    mailA.answer = _ -> new Outcome.Unknown("no answer after the final dot");
    mailB.answer = mailA.answer;
    String template = template("plain", "x");
    String job = toEmail(template, someone());

    awaitState(job, "unknown", 1);
    clock.advance(Duration.ofHours(3));
    String attempt = attemptOf(job);
    await()
        .during(Duration.ofSeconds(1))
        .atMost(SOON)
        .until(() -> mailA.calls() + mailB.calls() == 1);
    assertThat(outcomes(job, "attempt")).containsExactly("began", "unknown");
    reports.record(
        report(providerOf(job), "", attempt, "e1", DeliveryReport.Status.DELIVERED, false));
    assertThat(in(job, "delivered")).isEqualTo(1);
  }

  private String attemptOf(String job) {
    return jdbc.sql(
            "SELECT a.id::text FROM attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.job_id = ?::uuid")
        .param(job)
        .query(String.class)
        .single();
  }

  private String providerOf(String job) {
    return deliveries(job).getFirst().get("provider").asString();
  }

  private static DeliveryReport report(
      String provider,
      String ref,
      String attempt,
      String event,
      DeliveryReport.Status status,
      boolean suppress) {
    return new DeliveryReport(
        provider,
        ref,
        attempt,
        event + "-" + provider + ref + attempt,
        status,
        null,
        Instant.parse("2026-12-01T00:00:00Z"),
        "",
        "",
        suppress);
  }

  /// 7 and 62: greylisted or throttled: again after a pause, until it is taken.
  @Test
  void aTransientFailureIsRetriedWithBackoff() {
    var calls = new AtomicInteger();
    mailA.answer =
        it ->
            calls.incrementAndGet() < 3
                ? new Outcome.Transient(
                    "smtp_451_4.7.1", "greylisted", null, Outcome.Scope.RECIPIENT)
                : FakeProvider.accept(it);
    mailB.answer = mailA.answer;
    String to = someone();
    String job = toEmail(template("plain", "x"), to);

    awaitState(job, "sent", 1);

    assertThat(calls).hasValue(3);
    assertThat(mails(to)).hasSize(1);
    assertThat(outcomes(job, "retry")).containsExactly("later", "later");
    assertThat(get("/providers", ops()).body().at("/items/0/breaker").asString())
        .isEqualTo("closed");
  }

  /// 81: none before Retry-After, spread behind it.
  @Test
  void retryAfterIsObeyed() {
    var first = new ConcurrentHashMap<String, Long>();
    var second = new ConcurrentHashMap<String, Long>();
    mailB.weight = 0;
    mailA.answer =
        it -> {
          String to = ((Outgoing.Email) it).to().address();
          if (first.putIfAbsent(to, System.nanoTime()) == null) {
            return new Outcome.Transient(
                "http_429", "slow down", Duration.ofSeconds(2), Outcome.Scope.RECIPIENT);
          }
          second.put(to, System.nanoTime());
          return FakeProvider.accept(it);
        };
    mailB.answer = mailA.answer;
    String template = template("plain", "x");
    for (int i = 0; i < 50; i++) {
      toEmail(template, someone());
    }

    await().atMost(SOON).until(() -> second.size() == 50);

    var pauses =
        second.entrySet().stream()
            .mapToLong(it -> it.getValue() - first.get(it.getKey()))
            .sorted()
            .toArray();
    assertThat(pauses[0]).isGreaterThanOrEqualTo(Duration.ofMillis(1_950).toNanos());
    assertThat(pauses[49] - pauses[0]).isGreaterThan(Duration.ofMillis(300).toNanos());
  }

  /// 61: refused because of the address: suppressed, not retried. 535 and 552 suppress nobody.
  @Test
  void aHardBounceSuppresses() {
    mailA.answer =
        _ -> new Outcome.Permanent("smtp_550_5.1.1", "no such user", Outcome.Scope.RECIPIENT, true);
    mailB.answer = mailA.answer;
    String template = template("plain", "x");
    String to = someone();

    awaitState(toEmail(template, to), "bounced", 1);
    assertThat(mailA.calls() + mailB.calls()).isEqualTo(1);
    mailA.reset();
    mailB.reset();
    awaitState(toEmail(template, to), "skipped", 1);
    mailA.answer = _ -> new Outcome.Permanent("smtp_552", "too big", Outcome.Scope.MESSAGE, false);
    mailB.answer = mailA.answer;
    String other = someone();
    awaitState(toEmail(template, other), "failed", 1);
    mailA.reset();
    mailB.reset();
    awaitState(toEmail(template, other), "sent", 1);
  }

  /// A provider that is down fails over at once, is shut out, is probed, and comes back gradually.
  @Test
  void aDeadProviderFailsOverAndComesBackGradually() {
    String template = template("plain", "x");
    mailA.answer = OutcomeIT::down;
    long began = System.nanoTime();
    var addresses = new ArrayList<String>();
    for (int i = 0; i < 60; i++) {
      addresses.add(someone());
      toEmail(template, addresses.getLast());
    }

    await().atMost(SOON).until(() -> mailB.sent.size() == 60);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
    addresses.forEach(it -> assertThat(mails(it)).hasSize(1));
    await().atMost(SOON).until(() -> breaker("mail-a"), it -> !it.equals("closed"));
    int before = mailA.calls();
    mailA.answer = FakeProvider::accept;
    // a probe is one message; then its share grows
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              toEmail(template, someone());
              return breaker("mail-a").equals("returning");
            });
    assertThat(mailA.calls() - before).isBetween(1, 3);
    await().atMost(SOON).until(() -> breaker("mail-a").equals("closed"));
    assertThat(breaker("mail-b")).isEqualTo("closed");
  }

  private String breaker(String id) {
    for (var it : get("/providers", ops()).body().get("items")) {
      if (it.get("id").asString().equals(id)) {
        return it.get("breaker").asString();
      }
    }
    throw new AssertionError(id);
  }

  /// 10, 11 and 77: given up after the last attempt; replayed once, whoever asks; sent once.
  @Test
  void theDeadAreReplayedOnce() throws Exception {
    mailA.answer = _ -> new Outcome.Transient("smtp_451", "not now", null, Outcome.Scope.RECIPIENT);
    mailB.answer = mailA.answer;
    String to = someone();
    String user = fresh("dead");
    reach(user, to);
    String job =
        accepted(
            "{\"template\":\"%s\",\"channels\":[\"email\",\"in_app\"],\"recipients\":[{\"user_id\":\"%s\"}]}"
                .formatted(template("plain", "x"), user));
    await()
        .atMost(Duration.ofSeconds(40))
        .until(
            () -> {
              clock.advance(Duration.ofSeconds(30));
              return in(job, "dead") == 1;
            });
    assertThat(get("/dlq?limit=100", ops()).body().get("items").toString()).contains(job);
    mailA.reset();
    mailB.reset();

    Callable<Answer> replay =
        () -> post("/dlq/replay", ops(), "{\"job_id\":\"%s\"}".formatted(job));
    int replayed = 0;
    try (var pool = Executors.newFixedThreadPool(8)) {
      for (var it : pool.invokeAll(java.util.Collections.nCopies(8, replay))) {
        replayed += it.get().body().get("replayed").asInt();
      }
    }

    assertThat(replayed).isEqualTo(1);
    awaitState(job, "sent", 1);
    assertThat(mails(to)).hasSize(1);
    assertThat(get("/inbox/unread", customer(user)).body().get("unread").asInt()).isEqualTo(1);
    assertThat(post("/dlq/replay", ops(), "{}").status()).isEqualTo(422);
    assertThat(post("/dlq/replay", service(), "{\"all\":true}").status()).isEqualTo(403);
  }

  /// 77: whatever a provider throws, it is not tried for ever.
  @Test
  void whatKillsTheSendingThreadIsNotRepeated() {
    mailA.answer =
        _ -> {
          throw new StackOverflowError("a message that is too deep");
        };
    mailB.answer = mailA.answer;
    String job = toEmail(template("plain", "x"), someone());

    awaitState(job, "unknown", 1);
    assertThat(mailA.calls() + mailB.calls()).isEqualTo(1);
  }

  /// 65: reports only move a message forward, each counts once, in any order.
  @Test
  void reportsMoveForwardOnly() {
    String template = template("plain", "x");
    for (var order :
        List.of(
            List.of(DeliveryReport.Status.DELIVERED, DeliveryReport.Status.PROCESSED),
            List.of(DeliveryReport.Status.BOUNCED, DeliveryReport.Status.DELIVERED),
            List.of(DeliveryReport.Status.DELIVERED, DeliveryReport.Status.BOUNCED),
            List.of(DeliveryReport.Status.COMPLAINED, DeliveryReport.Status.DELIVERED),
            List.of(DeliveryReport.Status.DELIVERED, DeliveryReport.Status.DELIVERED))) {
      String job = toEmail(template, someone());
      awaitState(job, "sent", 1);
      String ref = "ref-" + attemptOf(job);
      String provider = providerOf(job);
      for (int i = 0; i < order.size(); i++) {
        var report = report(provider, ref, null, "e" + i, order.get(i), false);
        reports.record(report);
        reports.record(report);
        reports.record(report);
      }
      String expected =
          order.stream()
              .max(java.util.Comparator.comparing(Enum::ordinal))
              .orElseThrow()
              .name()
              .toLowerCase(java.util.Locale.ROOT);
      assertThat(in(job, expected)).as(order + " " + job(job)).isEqualTo(1);
      assertThat(
              jdbc.sql("SELECT count(*) FROM report WHERE provider_ref = ?")
                  .param(ref)
                  .query(Long.class)
                  .single())
          .isEqualTo(order.size());
    }
  }

  /// 66: a report that comes before our own "sent" is written waits for it.
  @Test
  void earlyReportsAreKept() throws Exception {
    var reported = new CountDownLatch(1);
    var calling = new CountDownLatch(1);
    mailA.answer =
        it -> {
          calling.countDown();
          try {
            if (!reported.await(10, TimeUnit.SECONDS)) {
              throw new IllegalStateException("no report came");
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return new Outcome.Accepted("early-" + it.attemptId());
        };
    mailB.answer = mailA.answer;
    String to = someone();
    String job = toEmail(template("plain", "x"), to);
    assertThat(calling.await(10, TimeUnit.SECONDS)).isTrue();
    String provider =
        await().atMost(SOON).until(() -> providerOf(job), it -> it != null && !it.isEmpty());
    reports.record(
        report(
            provider, "early-" + attemptOf(job), null, "e", DeliveryReport.Status.BOUNCED, true));
    reported.countDown();

    awaitState(job, "bounced", 1);
    mailA.reset();
    mailB.reset();
    awaitState(toEmail(template("plain", "y"), to), "skipped", 1);
  }

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

  /// 3 and 5: 5,239 members, a long run of them suppressed in the middle: all others are sent once.
  /// 79: and while they are, a critical message leaves in under a second.
  @Test
  void aCampaignReachesAllAndHoldsUpNobody() {
    int size = 5_239;
    String topic = fresh("campaign");
    for (int from = 0; from < size; from += 1_000) {
      var members = new StringBuilder();
      for (int i = from; i < Math.min(size, from + 1_000); i++) {
        members
            .append(i == from ? "" : ",")
            .append("{\"email\":\"%05d.%s@plaza.example\"}".formatted(i, topic));
      }
      assertThat(
              put(
                      "/notify/topics/" + topic + "/members",
                      service(),
                      "{\"members\":[" + members + "]}")
                  .status())
          .isEqualTo(200);
    }
    jdbc.sql(
            """
            INSERT INTO suppression (channel, address, reason, source, at)
            SELECT 'email', lpad(n::text, 5, '0') || '.' || :topic || '@plaza.example', 'test', 'test',
                   now()
              FROM generate_series(2062, 3300) n
            """)
        .param("topic", topic)
        .update();
    mailA.answer =
        it -> {
          java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
          return FakeProvider.accept(it);
        };
    mailB.answer = mailA.answer;
    String urgent = template("security", "Code");
    String job =
        accepted(
            "{\"template\":\"%s\",\"channels\":[\"email\"],\"topic\":\"%s\"}"
                .formatted(template("plain", "x"), topic));
    await().atMost(SOON).until(() -> in(job, "sent") > 100);

    var waits = new ArrayList<Long>();
    for (int i = 0; i < 10; i++) {
      long began = System.nanoTime();
      String to = someone();
      toEmail(urgent, to);
      await().pollInterval(Duration.ofMillis(10)).atMost(SOON).until(() -> !mails(to).isEmpty());
      waits.add((System.nanoTime() - began) / 1_000_000);
    }

    assertThat(in(job, "queued")).as("the campaign still runs").isPositive();
    assertThat(waits).allMatch(it -> it < 1_000);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> job(job).get("status").asString().equals("finished"));
    assertThat(in(job, "sent")).isEqualTo(size - 1_239);
    assertThat(in(job, "skipped")).isEqualTo(1_239);
    var addresses =
        Stream.concat(mailA.sent.stream(), mailB.sent.stream())
            .map(it -> ((Outgoing.Email) it).to().address())
            .filter(it -> it.contains(topic))
            .toList();
    assertThat(addresses).hasSize(size - 1_239).doesNotHaveDuplicates();
    assertThat(new HashSet<>(addresses)).doesNotContain("02062." + topic + "@plaza.example");
  }
}
