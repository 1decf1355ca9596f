package dev.plaza.order.coupon;

import dev.plaza.order.order.OrderStore;
import dev.plaza.order.pricing.CouponTerms;
import dev.plaza.order.pricing.Coupons;
import dev.plaza.order.work.RetryLater;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/// Asks the quota service what a coupon is worth. A coupon's code is the id of its offer, which may
/// be typed in any case; the answer names it as its author wrote it.
@Component
class CouponCheck implements Coupons {

  private static final Log LOG = LogFactory.getLog(CouponCheck.class);

  /// Nothing else is the id of an offer, so nothing else is asked for.
  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private static final int HUNDREDTHS = 2;

  private final Redemptions redemptions;
  private final CouponUses uses;
  private final OrderStore orders;
  private final ApplicationEventPublisher listeners;

  CouponCheck(
      Redemptions redemptions,
      CouponUses uses,
      OrderStore orders,
      ApplicationEventPublisher listeners) {
    this.redemptions = redemptions;
    this.uses = uses;
    this.orders = orders;
    this.listeners = listeners;
  }

  @Override
  public Answer ask(Question question) {
    var answer = look(question);
    if (answer instanceof Answer.Refused(var reason, var _)) {
      listeners.publishEvent(new CouponTurnedDown(question.customerId(), question.code(), reason));
    }
    return answer;
  }

  private Answer look(Question question) {
    if (!CODE.matcher(question.code()).matches()) {
      return refused(question, "unknown", null);
    }
    try {
      uses.bringBack(question.customerId(), question.code(), null);
      var answer = redemptions.check(question, !orders.hasOrdered(question.customerId()));
      return read(question, answer);
    } catch (RetryLater e) {
      LOG.warn("coupon " + question.code() + " cannot be checked: " + e.getMessage());
      return new Answer.Unavailable();
    }
  }

  private static Answer read(Question question, QuotaClient.Answer answer) {
    if (!answer.isDone()) {
      return answer.status() == 404
          ? refused(question, "unknown", null)
          : refused(question, answer.code(), answer.body().path("detail").asString(null));
    }
    var body = answer.body();
    if (!body.path("applicable").asBoolean(false)) {
      return refused(
          question, body.path("code").asString("condition"), body.path("detail").asString(null));
    }
    return terms(question, body);
  }

  private static Answer terms(Question question, JsonNode body) {
    String offer = body.path("offer_id").asString(question.code());
    var discount = body.path("discount");
    var most = body.path("max_discount");
    if (isForeign(question, discount) || isForeign(question, most)) {
      return refused(question, "currency", null);
    }
    var percent = discount.path("percent");
    if (percent.isNumber()) {
      int share =
          percent
              .decimalValue()
              .movePointRight(HUNDREDTHS)
              .setScale(0, RoundingMode.DOWN)
              .intValueExact();
      return new Answer.Accepted(CouponTerms.share(offer, share, amount(most)));
    }
    Long off = amount(discount);
    return off == null
        ? refused(question, "unknown", null)
        : new Answer.Accepted(CouponTerms.amount(offer, off));
  }

  private static boolean isForeign(Question question, JsonNode money) {
    String currency = money.path("currency").asString(null);
    return currency != null && !currency.equals(question.currency());
  }

  private static @Nullable Long amount(JsonNode money) {
    var number = money.isNumber() ? money : money.path("amount");
    return number.isIntegralNumber() && number.longValue() >= 0 ? number.longValue() : null;
  }

  private static Answer.Refused refused(Question question, String reason, @Nullable String detail) {
    var sentence =
        switch (reason) {
          case "unknown" -> "There is no coupon %s.";
          case "not_started" -> "The coupon %s is not valid yet.";
          case "ended" -> "The coupon %s is not valid any more.";
          case "exhausted", "budget" -> "The coupon %s has been used up.";
          case "user_limit" -> "You have used the coupon %s as often as you can.";
          case "currency" -> "The coupon %s is for another currency.";
          default -> "The coupon %s is not for this order.";
        };
    var said = sentence.formatted(question.code());
    return new Answer.Refused(
        reason, reason.equals("condition") && detail != null ? said + " " + detail : said);
  }
}
