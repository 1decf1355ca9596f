package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.FakeProvider;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What is tried again, and what is given up.
class RetryIT extends OutcomeServers {

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
}
