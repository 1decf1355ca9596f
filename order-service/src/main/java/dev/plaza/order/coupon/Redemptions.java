package dev.plaza.order.coupon;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.order.pricing.Coupons.Question;
import dev.plaza.order.work.RetryLater;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.springframework.stereotype.Component;

/// What this service asks of the quota service. A redemption's GUID is the order's id: one coupon
/// an order, and every call can be repeated.
@Component
class Redemptions {

  private final QuotaClient quota;
  private final CouponProperties properties;

  Redemptions(QuotaClient quota, CouponProperties properties) {
    this.quota = quota;
    this.properties = properties;
  }

  private record Amount(long amount, String currency) {}

  private record Check(String userId, String restaurantId, Amount subtotal, boolean firstOrder) {}

  /// @param amount what counts against a budget in money
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Reservation(
      String guid,
      String offerId,
      String userId,
      String orderId,
      int units,
      Amount amount,
      String mode,
      long holdS) {}

  /// @throws RetryLater nobody can tell now
  QuotaClient.Answer check(Question question, boolean firstOrder) {
    return quota.post(
        "check",
        "/offers/" + encoded(question.code()) + "/check",
        new Check(
            question.customerId(),
            question.restaurantId(),
            new Amount(question.subtotal(), question.currency()),
            firstOrder));
  }

  /// @throws RetryLater the outcome is not known
  QuotaClient.Answer reserve(
      String orderId, String offer, String customerId, long amount, String currency) {
    return quota.post(
        "reserve",
        "/redemptions",
        new Reservation(
            orderId,
            offer,
            customerId,
            orderId,
            1,
            new Amount(amount, currency),
            "reserve",
            properties.hold().toSeconds()));
  }

  private record Confirmation(Amount amount) {}

  /// @param amount what counts against a budget in money, at most what was reserved
  /// @throws RetryLater the outcome is not known
  QuotaClient.Answer confirm(
      String orderId, String offer, String customerId, long amount, String currency) {
    return quota.post(
        "confirm",
        path(orderId, "/confirm", offer, customerId),
        new Confirmation(new Amount(amount, currency)));
  }

  /// @throws RetryLater the outcome is not known
  QuotaClient.Answer giveBack(String orderId, String offer, String customerId) {
    return quota.delete("reverse", path(orderId, "", offer, customerId));
  }

  /// The state of a redemption: `reserved`, `redeemed`, `reversed`, `expired`, or what the service
  /// says that it does not have it.
  ///
  /// @throws RetryLater nobody can tell now
  String state(String orderId, String offer, String customerId) {
    var answer = quota.get("ask", path(orderId, "", offer, customerId));
    return answer.isDone()
        ? answer.body().path("status").asString("").toLowerCase(Locale.ROOT)
        : answer.code();
  }

  private static String path(String orderId, String action, String offer, String customerId) {
    return "/redemptions/%s%s?offer_id=%s&user_id=%s"
        .formatted(orderId, action, encoded(offer), encoded(customerId));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
