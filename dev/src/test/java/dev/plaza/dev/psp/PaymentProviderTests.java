package dev.plaza.dev.psp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaymentProviderTests {

  @TempDir Path folder;
  private TestProvider provider;

  @BeforeEach
  void start() throws IOException {
    provider = new TestProvider(folder.resolve("journal.jsonl"));
  }

  @AfterEach
  void stop() {
    provider.close();
  }

  private void restart() throws IOException {
    provider.close();
    provider = new TestProvider(folder.resolve("journal.jsonl"));
  }

  @Test
  void holdsThenCapturesLessAndReleasesTheRest() throws Exception {
    var held = provider.create("k1", "pm_card_visa", 2_500, "o1");
    var captured = capture(held.id(), "k2", "2000");

    assertThat(held.body().path("status").asString()).isEqualTo("requires_capture");
    assertThat(held.body().path("amount_capturable").asLong()).isEqualTo(2_500);
    assertThat(captured.body().path("status").asString()).isEqualTo("succeeded");
    assertThat(captured.body().path("amount_received").asLong()).isEqualTo(2_000);
    assertThat(provider.totals("o1").path("released").asLong()).isEqualTo(500);
    assertThat(provider.totals("o1").path("live_holds").asInt()).isZero();
  }

  @Test
  void capturesOnlyOnceAndNeverMoreThanHeld() throws Exception {
    var id = provider.create("k1", "pm_card_visa", 1_000, "o1").id();

    assertThat(capture(id, "k2", "1001").code()).isEqualTo("amount_too_large");
    assertThat(capture(id, "k3", "1000").status()).isEqualTo(200);
    assertThat(capture(id, "k4", "1000").code()).isEqualTo("payment_intent_unexpected_state");
    assertThat(provider.totals("o1").path("captured").asLong()).isEqualTo(1_000);
  }

  @Test
  void voidsAHoldOnceAndNoCapturedPayment() throws Exception {
    var held = provider.create("k1", "pm_card_visa", 1_000, "o1").id();
    var paid = provider.create("k2", "pm_card_visa", 1_000, "o2").id();
    capture(paid, "k3", "1000");

    assertThat(cancel(held, "k4").body().path("status").asString()).isEqualTo("canceled");
    assertThat(cancel(held, "k5").status()).isEqualTo(400);
    assertThat(cancel(paid, "k6").code()).isEqualTo("payment_intent_unexpected_state");
    assertThat(provider.totals("o1").path("voided").asLong()).isEqualTo(1_000);
  }

  @Test
  void refundsUpToWhatWasCaptured() throws Exception {
    var id = provider.create("k1", "pm_card_visa", 1_000, "o1").id();
    assertThat(refund(id, "r0", "10").status()).isEqualTo(400);
    capture(id, "k2", "800");

    assertThat(refund(id, "r1", "300").body().path("status").asString()).isEqualTo("succeeded");
    assertThat(refund(id, "r2", "501").status()).isEqualTo(400);
    assertThat(refund(id, "r3", "").body().path("amount").asLong()).isEqualTo(500);
    assertThat(refund(id, "r4", "").code()).isEqualTo("charge_already_refunded");
    assertThat(provider.totals("o1").path("refunded").asLong()).isEqualTo(800);
    assertThat(provider.get("/v1/refunds?payment_intent=" + id).body().path("data")).hasSize(2);
  }

  @Test
  void declinesLeaveAFailedChargeAndNoHold() throws Exception {
    var declined = provider.create("k1", "pm_card_declined", 1_000, "o1");
    var poor = provider.create("k2", "pm_card_insufficient_funds", 1_000, "o1");

    assertThat(declined.status()).isEqualTo(402);
    assertThat(declined.code()).isEqualTo("card_declined");
    assertThat(poor.body().path("error").path("decline_code").asString())
        .isEqualTo("insufficient_funds");
    assertThat(poor.body().path("error").path("payment_intent").path("status").asString())
        .isEqualTo("requires_payment_method");
    assertThat(provider.totals("o1").path("declines").asInt()).isEqualTo(2);
    assertThat(provider.totals("o1").path("authorized").asLong()).isZero();
  }

  @Test
  void repeatsTheFirstAnswerToTheSameKeyErrorsIncluded() throws Exception {
    var first = provider.create("k1", "pm_card_visa", 1_000, "o1");
    var again = provider.create("k1", "pm_card_visa", 1_000, "o1");
    provider.create("k2", "pm_card_declined", 1_000, "o2");
    var declinedAgain = provider.create("k2", "pm_card_declined", 1_000, "o2");

    assertThat(again.id()).isEqualTo(first.id());
    assertThat(again.replayed()).isTrue();
    assertThat(declinedAgain.status()).isEqualTo(402);
    assertThat(provider.totals("o1").path("intents").asInt()).isEqualTo(1);
    assertThat(provider.totals("o2").path("declines").asInt()).isEqualTo(1);
  }

  @Test
  void refusesAKeyThatIsReusedForOtherParameters() throws Exception {
    provider.create("k1", "pm_card_visa", 1_000, "o1");
    var other = provider.create("k1", "pm_card_visa", 1_001, "o1");

    assertThat(other.status()).isEqualTo(400);
    assertThat(other.body().path("error").path("type").asString()).isEqualTo("idempotency_error");
  }

  @Test
  void doesNotKeepWhatFailedValidation() throws Exception {
    assertThat(provider.create("k1", "pm_card_nobody", 1_000, "o1").code())
        .isEqualTo("resource_missing");

    assertThat(provider.create("k1", "pm_card_visa", 1_000, "o1").status()).isEqualTo(200);
  }

  @Test
  void refusesAConcurrentRequestWithTheSameKey() throws Exception {
    provider.control("{\"slow_ms\":1500}");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> provider.create("k1", "pm_card_slow", 1_000, "o1"));
      await()
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> provider.create("k1", "pm_card_slow", 1_000, "o1").code(),
              "idempotency_key_in_use"::equals);

      assertThat(first.get().status()).isIn(200, 409);
    }
    await().until(() -> provider.totals("o1").path("authorized").asLong(), each -> each == 1_000);
  }

  @Test
  void losesOneAnswerOfTheTimeoutCardButKeepsTheState() throws Exception {
    provider.control("{\"lost_answer_ms\":0}");
    Callable<Object> first = () -> provider.create("k1", "pm_card_timeout", 1_000, "o1");
    assertThatThrownBy(first::call).isInstanceOf(IOException.class);

    var found = provider.search("metadata['order_id']:'o1'");
    var retried = provider.create("k1", "pm_card_timeout", 1_000, "o1");

    assertThat(found.body().path("data")).hasSize(1);
    assertThat(retried.id()).isEqualTo(found.body().path("data").get(0).path("id").asString());
    assertThat(provider.totals("o1").path("authorized").asLong()).isEqualTo(1_000);
  }

  @Test
  void refusesToCaptureTheCardWhoseCapturesFail() throws Exception {
    var id = provider.create("k1", "pm_card_capture_fails", 1_000, "o1").id();

    assertThat(capture(id, "k2", "1000").status()).isEqualTo(402);
    assertThat(provider.totals("o1").path("live_holds").asInt()).isEqualTo(1);
  }

  @Test
  void endsAHoldThatNobodyCaptured() throws Exception {
    var held = provider.create("k1", "pm_card_visa", 1_000, "o1");
    provider.advance(7 * 24 * 3600L + 1);

    var intent = provider.get("/v1/payment_intents/" + held.id()).body();

    assertThat(intent.path("status").asString()).isEqualTo("canceled");
    assertThat(intent.path("cancellation_reason").asString()).isEqualTo("automatic");
    assertThat(capture(held.id(), "k2", "1000").status()).isEqualTo(400);
    assertThat(provider.totals("o1").path("expired").asLong()).isEqualTo(1_000);
  }

  @Test
  void remembersEverythingOverARestartEvenWithATornLine() throws Exception {
    var first = provider.create("k1", "pm_card_visa", 1_000, "o1");
    capture(first.id(), "k2", "900");
    provider.close();
    Files.writeString(
        folder.resolve("journal.jsonl"), "{\"change\":{\"int", StandardOpenOption.APPEND);
    restart();

    assertThat(provider.create("k1", "pm_card_visa", 1_000, "o1").id()).isEqualTo(first.id());
    assertThat(refund(first.id(), "r1", "100").status()).isEqualTo(200);
    restart();
    assertThat(provider.totals("o1").path("net").asLong()).isEqualTo(800);
  }

  @Test
  void saysTheSameFromARewrittenJournal() throws Exception {
    var file = folder.resolve("journal.jsonl");
    var first = provider.create("k1", "pm_card_visa", 1_000, "o1");
    capture(first.id(), "k2", "900");
    var refunded = refund(first.id(), "r1", "100");
    provider.close();
    var state = new ProviderState();
    try (var journal = new Journal(file, state::apply)) {
      Journal.rewrite(file, state.snapshot(journal::read));
    }
    restart();

    assertThat(provider.totals("o1").path("net").asLong()).isEqualTo(800);
    assertThat(refund(first.id(), "r1", "100").id()).isEqualTo(refunded.id());
    assertThat(provider.create("k1", "pm_card_visa", 1_000, "o1").replayed()).isTrue();
    assertThat(provider.totals("o1").path("intents").asInt()).isEqualTo(1);
  }

  @Test
  void refusesASecondProviderOnTheSameBooks() {
    assertThatThrownBy(() -> new TestProvider(folder.resolve("journal.jsonl")).close())
        .isInstanceOf(IOException.class);
  }

  @Test
  void refusesStrangersAndUnknownParameters() throws Exception {
    var unknown = provider.post("/v1/payment_intents", "k1", Map.of("amuont", "5"));

    assertThat(unknown.code()).isEqualTo("parameter_unknown");
    for (var amount : new String[] {"-5", "0", "1.5", "abc", "100000000", "99999999999999999999"}) {
      var answer =
          provider.post("/v1/payment_intents", "", Map.of("amount", amount, "currency", "eur"));
      assertThat(answer.status()).as(amount).isEqualTo(400);
    }
    assertThat(provider.get("/v1/payment_intents/pi_nothing").status()).isEqualTo(404);
  }

  @Test
  void keepsA500UnderItsKeyAfterExecution() throws Exception {
    provider.control("{\"fail_stored_rate\":1}");
    var failed = provider.create("k1", "pm_card_visa", 1_000, "o1");
    provider.control("{\"fail_stored_rate\":0}");
    var again = provider.create("k1", "pm_card_visa", 1_000, "o1");

    assertThat(failed.status()).isEqualTo(500);
    assertThat(again.status()).isEqualTo(500);
    assertThat(provider.search("metadata[\"order_id\"]:\"o1\"").body().path("data")).hasSize(1);
  }

  @Test
  void addsUpUnderConcurrentCapturesRefundsAndCancels() throws Exception {
    var id = provider.create("k1", "pm_card_visa", 1_000, "o1").id();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls = new ArrayList<Callable<TestProvider.Answer>>();
      IntStream.range(0, 20).forEach(i -> calls.add(() -> capture(id, "c" + i, "700")));
      IntStream.range(0, 20).forEach(i -> calls.add(() -> cancel(id, "v" + i)));
      IntStream.range(0, 20).forEach(i -> calls.add(() -> refund(id, "r" + i, "100")));
      threads.invokeAll(calls);
    }

    var totals = provider.totals("o1");
    var captured = totals.path("captured").asLong();
    assertThat(totals.path("authorized").asLong())
        .isEqualTo(captured + totals.path("released").asLong() + totals.path("voided").asLong());
    assertThat(totals.path("refunded").asLong()).isLessThanOrEqualTo(captured);
  }

  private TestProvider.Answer capture(String id, String key, String amount) throws Exception {
    return provider.post(
        "/v1/payment_intents/" + id + "/capture", key, Map.of("amount_to_capture", amount));
  }

  private TestProvider.Answer cancel(String id, String key) throws Exception {
    return provider.post("/v1/payment_intents/" + id + "/cancel", key, Map.of());
  }

  private TestProvider.Answer refund(String id, String key, String amount) throws Exception {
    return provider.post(
        "/v1/refunds",
        key,
        amount.isEmpty()
            ? Map.of("payment_intent", id)
            : Map.of("payment_intent", id, "amount", amount));
  }
}
