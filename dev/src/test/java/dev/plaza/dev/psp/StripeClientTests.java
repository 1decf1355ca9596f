package dev.plaza.dev.psp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.stripe.StripeClient;
import com.stripe.exception.CardException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.model.PaymentIntent;
import com.stripe.net.RequestOptions;
import com.stripe.net.Webhook;
import com.stripe.param.PaymentIntentCancelParams;
import com.stripe.param.PaymentIntentCaptureParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.param.PaymentIntentSearchParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.RefundListParams;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The provider seen by the client that the order service uses.
class StripeClientTests {

  private record Hook(String signature, String body) {}

  @TempDir Path folder;
  private final List<Hook> hooks = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private HttpApi receiver;
  private TestProvider provider;
  private StripeClient stripe;

  @BeforeEach
  void start() throws IOException {
    receiver =
        new HttpApi("127.0.0.1", 0)
            .route(
                "POST",
                "/hook",
                request -> {
                  if (refusals.getAndDecrement() > 0) {
                    return Reply.text(503, "text/plain", "later");
                  }
                  hooks.add(
                      new Hook(String.valueOf(request.header("Stripe-Signature")), request.body()));
                  return Reply.text(200, "text/plain", "ok");
                })
            .start();
    provider =
        new TestProvider(
            folder.resolve("journal.jsonl"), "http://127.0.0.1:" + receiver.port() + "/hook");
    stripe =
        StripeClient.builder()
            .setApiKey("sk_test_plaza")
            .setApiBase(provider.url())
            .setMaxNetworkRetries(0)
            .build();
  }

  @AfterEach
  void stop() {
    provider.close();
    receiver.close();
  }

  private PaymentIntent create(String key, String card, long amount) throws Exception {
    return stripe
        .v1()
        .paymentIntents()
        .create(
            PaymentIntentCreateParams.builder()
                .setAmount(amount)
                .setCurrency("eur")
                .setCaptureMethod(PaymentIntentCreateParams.CaptureMethod.MANUAL)
                .setConfirm(true)
                .setPaymentMethod(card)
                .setAutomaticPaymentMethods(
                    PaymentIntentCreateParams.AutomaticPaymentMethods.builder()
                        .setEnabled(true)
                        .setAllowRedirects(
                            PaymentIntentCreateParams.AutomaticPaymentMethods.AllowRedirects.NEVER)
                        .build())
                .putMetadata("order_id", "o1")
                .build(),
            RequestOptions.builder().setIdempotencyKey(key).build());
  }

  @Test
  void walksFromHoldToRefund() throws Exception {
    var intents = stripe.v1().paymentIntents();
    var held = create("k1", "pm_card_visa", 1_500);
    var captured =
        intents.capture(
            held.getId(), PaymentIntentCaptureParams.builder().setAmountToCapture(1_200L).build());
    var refund =
        stripe
            .v1()
            .refunds()
            .create(
                RefundCreateParams.builder()
                    .setPaymentIntent(held.getId())
                    .setAmount(200L)
                    .build());
    var expanded =
        intents.retrieve(
            held.getId(), PaymentIntentRetrieveParams.builder().addExpand("latest_charge").build());

    assertThat(held.getStatus()).isEqualTo("requires_capture");
    assertThat(captured.getAmountReceived()).isEqualTo(1_200);
    assertThat(refund.getStatus()).isEqualTo("succeeded");
    assertThat(expanded.getLatestChargeObject().getAmountCaptured()).isEqualTo(1_200);
    assertThat(expanded.getLatestChargeObject().getAmountRefunded()).isEqualTo(200);
    assertThat(
            stripe
                .v1()
                .refunds()
                .list(RefundListParams.builder().setPaymentIntent(held.getId()).build())
                .getData())
        .hasSize(1);
  }

  @Test
  void findsByMetadataAndTellsWhenTheHoldEnds() throws Exception {
    var held = create("k1", "pm_card_visa", 1_500);
    var found =
        stripe
            .v1()
            .paymentIntents()
            .search(
                PaymentIntentSearchParams.builder()
                    .setQuery("metadata['order_id']:'o1' AND status:'requires_capture'")
                    .addExpand("data.latest_charge")
                    .build());

    assertThat(found.getData()).extracting(PaymentIntent::getId).containsExactly(held.getId());
    var card =
        found.getData().getFirst().getLatestChargeObject().getPaymentMethodDetails().getCard();
    assertThat(card.getCaptureBefore()).isGreaterThan(held.getCreated());
  }

  @Test
  void throwsWhatStripeThrows() throws Exception {
    assertThatThrownBy(() -> create("k1", "pm_card_insufficient_funds", 500))
        .isInstanceOfSatisfying(
            CardException.class,
            e -> {
              assertThat(e.getDeclineCode()).isEqualTo("insufficient_funds");
              assertThat(e.getStripeError().getPaymentIntent().getId()).startsWith("pi_");
            });
    var held = create("k2", "pm_card_visa", 500);
    assertThatThrownBy(() -> create("k2", "pm_card_visa", 501))
        .isInstanceOf(IdempotencyException.class);
    var intents = stripe.v1().paymentIntents();
    intents.cancel(held.getId(), PaymentIntentCancelParams.builder().build());
    assertThatThrownBy(() -> intents.capture(held.getId()))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            e -> assertThat(e.getCode()).isEqualTo("payment_intent_unexpected_state"));
  }

  @Test
  void signsWebhooksSoThatTheClientReadsThem() throws Exception {
    var held = create("k1", "pm_card_visa", 1_500);
    await().until(() -> hooks.size() == 2);

    for (var hook : hooks) {
      var event = Webhook.constructEvent(hook.body, hook.signature, ProviderOptions.SECRET);
      var intent = (PaymentIntent) event.getDataObjectDeserializer().getObject().orElseThrow();
      assertThat(intent.getId()).isEqualTo(held.getId());
      assertThat(intent.getMetadata()).containsEntry("order_id", "o1");
    }
  }

  @Test
  void sendsWebhooksUntilTheyAreTakenAndTwiceWhenTold() throws Exception {
    refusals.set(2);
    provider.control("{\"webhook_duplicate_rate\":1,\"webhook_reorder_ms\":50}");
    create("k1", "pm_card_visa", 1_500);

    await().until(() -> hooks.size() == 4);
    assertThat(hooks.stream().map(Hook::body).distinct()).hasSize(2);
  }

  @Test
  void sendsAfterARestartWhatWasNotTaken() throws Exception {
    provider.control("{\"webhooks_paused\":true}");
    create("k1", "pm_card_visa", 1_500);
    provider.close();
    provider =
        new TestProvider(
            folder.resolve("journal.jsonl"), "http://127.0.0.1:" + receiver.port() + "/hook");

    await().until(() -> hooks.size() == 2);
  }
}
