package dev.plaza.order.checkout;

import static dev.plaza.order.checkout.Walk.ok;
import static dev.plaza.order.checkout.Walk.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.order.Api;
import dev.plaza.order.MovableClock;
import dev.plaza.order.payment.FakeStripe;
import dev.plaza.order.payment.FakeStripe.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;

/// A provider that fails in every way still takes the money exactly once.
@OnCheckoutServers
class PaymentFaultsIT {

  @Autowired private Walk walk;
  @Autowired private Api api;
  @Autowired private MovableClock clock;
  @Autowired private FakeStripe stripe;

  private String shop;
  private Api.Client alice;

  @BeforeEach
  void aShop() {
    shop = walk.shop();
    alice = walk.customer("alice");
  }

  @AfterEach
  void resetTheClock() {
    clock.reset();
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aHoldIsPlacedOnce(Fault fault) {
    stripe.next("create", fault, fault);

    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");

    assertThat(stripe.of(id)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void moneyIsTakenOnce(Fault fault) {
    var id = walk.assigned(alice, shop, "carl");
    ok(walk.courier("carl").post(path(id, "picked-up"), null));
    stripe.next("capture", fault, fault);

    walk.deliver(id, alice, "carl");

    walk.awaits(id, "CAPTURED");
    walk.settled(id);
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aHoldIsReleasedOnce(Fault fault) {
    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    stripe.next("cancel", fault, fault);

    ok(walk.staff(shop).post(path(id, "reject"), "{}"));

    walk.awaits(id, "REJECTED");
    walk.settled(id);
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void moneyIsGivenBackOnce(Fault fault) {
    var id = walk.captured(alice, shop, "carl");
    stripe.next("refund", fault, fault);

    var asked =
        walk.ops()
            .post(
                path(id, "refund"),
                "{\"amount\":500,\"reason\":\"cold\",\"liable\":\"restaurant\"}",
                "Idempotency-Key",
                Walk.key());

    assertThat(asked.status()).as(asked.body().toString()).isEqualTo(202);
    walk.awaitsEvent(id, "refunded");
    assertThat(walk.see(id).text("/payment/status")).isEqualTo("partially_refunded");
    walk.settled(id);
  }

  @Test
  void aRefundFromTheProvidersDeskIsBooked() {
    var id = walk.captured(alice, shop, "carl");
    var intent = stripe.of(id).getFirst();
    stripe.refundByHand(intent, 300);

    var hook = hook(id, "charge.refunded", "\"amount_refunded\":300");
    assertThat(post(hook, sign(hook, 0)).body().at("/new").asBoolean()).isTrue();
    assertThat(post(hook, sign(hook, 0)).status()).isEqualTo(200);
    clock.forward(Duration.ofSeconds(2));

    walk.awaitsEvent(id, "refunded");
    walk.settled(id);
  }

  @Test
  void aReleasedHoldIsNoticedByWebhook() {
    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    stripe.release(id);

    var hook = hook(id, "payment_intent.canceled", "\"status\":\"canceled\"");
    assertThat(post(hook, sign(hook, 0)).status()).isEqualTo(200);
    clock.forward(Duration.ofSeconds(2));

    assertThat(walk.awaits(id, "EXPIRED").text("/reason")).isEqualTo("AUTHORIZATION_EXPIRED");
    walk.settled(id);
  }

  @Test
  void lateAndRepeatedWebhooksChangeNothing() {
    var id = walk.captured(alice, shop, "carl");
    long version = walk.see(id).number("/version");

    for (var type :
        new String[] {
          "payment_intent.amount_capturable_updated",
          "payment_intent.created",
          "payment_intent.payment_failed",
          "payment_intent.canceled",
          "payment_intent.succeeded"
        }) {
      var hook = hook(id, type, "\"status\":\"requires_capture\"");
      assertThat(post(hook, sign(hook, 0)).body().at("/new").asBoolean()).isFalse();
      assertThat(post(hook, sign(hook, 0)).body().at("/new").asBoolean()).isFalse();
    }
    clock.forward(Duration.ofSeconds(2));

    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(5))
        .until(() -> walk.see(id).number("/version") == version);
    walk.settled(id);
  }

  @Test
  void webhooksAreCheckedOverTheBytesAsTheyCame() {
    var hook = hook("unknown", "payment_intent.succeeded", "\"status\":\"succeeded\"");
    var now = clock.instant().getEpochSecond();

    assertThat(post(hook, sign(hook, 0)).status()).isEqualTo(200);
    assertThat(post(hook, sign(hook, 299)).status()).isEqualTo(200);
    assertThat(post(hook, sign(hook, 302)).text("/code")).isEqualTo("bad_signature");
    assertThat(post(hook + " ", sign(hook, 0)).status()).isEqualTo(400);
    assertThat(post(hook, "").status()).isEqualTo(400);
    assertThat(post(hook, "t=abc,v1=00").status()).isEqualTo(400);
    assertThat(post(hook, "t=" + now + ",v1=00,v1=" + mac("whsec_sandbox", now, hook)).status())
        .isEqualTo(200);
    assertThat(post(hook, "t=" + now + ",v0=" + mac("whsec_sandbox", now, hook)).status())
        .isEqualTo(400);
    assertThat(post(hook, "t=" + now + ",v1=" + mac("other", now, hook)).status()).isEqualTo(400);
    var broken = "{\"id\":";
    assertThat(post(broken, sign(broken, 0)).text("/code")).isEqualTo("malformed");
    var strange = "[1,2]";
    assertThat(post(strange, sign(strange, 0)).status()).isEqualTo(200);
  }

  private String hook(String orderId, String type, String member) {
    var intents = stripe.of(orderId);
    var payment = intents.isEmpty() ? "pi_none" : intents.getLast().id;
    var attempt = intents.isEmpty() ? "1" : intents.getLast().attempt;
    return """
    {"id":"evt_%s","object":"event","type":"%s","data":{"object":{
      "object":"%s","id":"%s","payment_intent":"%s",%s,
      "metadata":{"order_id":"%s","attempt":"%s"}}}}
    """
        .formatted(
            Walk.key(),
            type,
            type.startsWith("charge") ? "charge" : "payment_intent",
            payment,
            payment,
            member,
            orderId,
            attempt);
  }

  private Api.Answer post(String body, String signature) {
    return api.as(null).post("/webhooks/payment", body, "Stripe-Signature", signature);
  }

  private String sign(String body, long secondsAgo) {
    long at = clock.instant().getEpochSecond() - secondsAgo;
    return String.format(Locale.ROOT, "t=%d,v1=%s", at, mac("whsec_sandbox", at, body));
  }

  private static String mac(String secret, long at, String body) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of()
          .formatHex(mac.doFinal((at + "." + body).getBytes(StandardCharsets.UTF_8)));
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
