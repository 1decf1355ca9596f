package dev.plaza.quota.offer;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What an offer must keep to. Every breach is told at once, each with its pointer.
final class OfferRules {

  static final int RESTAURANTS_MAX = 1_000;
  static final int TEXT_MAX = 200;
  static final long LIMIT_MAX = 1_000_000_000_000L;
  static final int PER_USER_MAX = 1_000_000;
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  private final ProblemException problem =
      new ProblemException(CommonProblem.INVALID, "The offer breaks a rule.");

  /// @return the offer, without a version yet; 422 `invalid` with every pointer otherwise
  static Offer offer(String id, OfferBody body) {
    return new OfferRules().check(id, body);
  }

  private Offer check(String written, OfferBody body) {
    String id = OfferId.canonical(written);
    if (id == null) {
      wrong("id", OfferId.RULE);
    }
    range("/limit", body.limit(), LIMIT_MAX);
    range("/per_user_limit", body.perUserLimit(), PER_USER_MAX);
    window(body.startsAt(), body.endsAt());
    Money budget = money("/budget", body.budget());
    Discount discount = discount(body.discount());
    Conditions conditions = conditions(body.conditions());
    currencies(budget, discount, conditions);
    if (!problem.errors().isEmpty() || id == null || discount == null) {
      throw problem;
    }
    return new Offer(
        id,
        written.strip(),
        0,
        body.limit(),
        body.perUserLimit(),
        body.startsAt(),
        body.endsAt(),
        budget,
        discount,
        conditions);
  }

  private void range(String pointer, @Nullable Number value, long max) {
    if (value != null && (value.longValue() < 1 || value.longValue() > max)) {
      wrong(pointer, "is not in 1.." + max + "; null means no limit");
    }
  }

  private void window(@Nullable Instant starts, @Nullable Instant ends) {
    inRange("/starts_at", starts);
    inRange("/ends_at", ends);
    if (starts != null && ends != null && !starts.isBefore(ends)) {
      wrong("/ends_at", "is not after starts_at");
    }
  }

  private void inRange(String pointer, @Nullable Instant at) {
    if (at != null && (at.isBefore(EARLIEST) || at.isAfter(LATEST))) {
      wrong(pointer, "is not between the years 2000 and 2200");
    }
  }

  private @Nullable Discount discount(OfferBody.@Nullable DiscountBody body) {
    if (body == null) {
      wrong("/discount", "is required");
      return null;
    }
    if (body.percent() != null) {
      if (body.amount() != null || body.currency() != null) {
        wrong("/discount", "is either a percentage or an amount");
      }
      if (body.percent() < 1 || body.percent() > 100) {
        wrong("/discount/percent", "is not in 1..100");
      }
      return new Discount.Percent(body.percent());
    }
    Money off = money("/discount", new OfferBody.MoneyBody(body.amount(), body.currency()));
    return off == null ? null : new Discount.Amount(off);
  }

  private @Nullable Money money(String pointer, OfferBody.@Nullable MoneyBody body) {
    if (body == null) {
      return null;
    }
    Long amount = body.amount();
    String currency = body.currency();
    if (amount == null || amount < 1 || amount > Money.AMOUNT_MAX) {
      wrong(pointer + "/amount", "is not in 1.." + Money.AMOUNT_MAX);
    }
    if (currency == null || !Money.isCurrency(currency)) {
      wrong(pointer + "/currency", "is no ISO 4217 currency");
    }
    return amount == null || currency == null ? null : new Money(amount, currency);
  }

  private Conditions conditions(@Nullable JsonNode node) {
    if (node == null || node.isNull()) {
      return Conditions.NONE;
    }
    if (!node.isObject()) {
      wrong("/conditions", "is not an object");
      return Conditions.NONE;
    }
    Money minimum = null;
    Money maximum = null;
    Set<String> restaurants = Set.of();
    boolean first = false;
    boolean honor = true;
    for (var entry : node.properties()) {
      JsonNode value = entry.getValue();
      String pointer = "/conditions/" + entry.getKey();
      switch (entry.getKey()) {
        case "minimum_subtotal" -> minimum = moneyNode(pointer, value);
        case "max_discount" -> maximum = moneyNode(pointer, value);
        case "restaurant_ids" -> restaurants = texts(pointer, value);
        case "first_order_only" -> first = flag(pointer, value);
        case "honor_holds" -> honor = flag(pointer, value);
        default -> wrong(pointer, "is a condition this service does not know");
      }
    }
    return new Conditions(minimum, restaurants, first, maximum, honor);
  }

  private @Nullable Money moneyNode(String pointer, JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    JsonNode amount = node.path("amount");
    JsonNode currency = node.path("currency");
    return money(
        pointer,
        new OfferBody.MoneyBody(
            amount.isIntegralNumber() && amount.canConvertToLong() ? amount.longValue() : null,
            currency.isString() ? currency.stringValue() : null));
  }

  private boolean flag(String pointer, JsonNode node) {
    if (!node.isBoolean()) {
      wrong(pointer, "is not true or false");
      return false;
    }
    return node.booleanValue();
  }

  private Set<String> texts(String pointer, JsonNode node) {
    var texts = new HashSet<String>();
    if (!node.isArray() || node.size() > RESTAURANTS_MAX) {
      wrong(pointer, "is not a list of at most " + RESTAURANTS_MAX + " ids");
      return texts;
    }
    for (int i = 0; i < node.size(); i++) {
      JsonNode it = node.get(i);
      if (!it.isString() || !isId(it.stringValue())) {
        wrong(pointer + "/" + i, "is not an id");
      } else {
        texts.add(it.stringValue());
      }
    }
    return texts;
  }

  /// Control characters are in no id, and NUL in no database.
  private static boolean isId(String text) {
    return !text.isBlank()
        && text.length() <= TEXT_MAX
        && text.chars().noneMatch(Character::isISOControl);
  }

  /// One offer, one currency: sums of different ones mean nothing.
  private void currencies(
      @Nullable Money budget, @Nullable Discount discount, Conditions conditions) {
    String currency = budget == null ? null : budget.currency();
    if (discount instanceof Discount.Amount(var off)) {
      if (currency != null && !currency.equals(off.currency())) {
        wrong("/discount/currency", "differs from the budget's");
      }
      currency = off.currency();
    }
    same(currency, conditions.minimumSubtotal(), "/conditions/minimum_subtotal/currency");
    same(currency, conditions.maxDiscount(), "/conditions/max_discount/currency");
  }

  private void same(@Nullable String currency, @Nullable Money money, String pointer) {
    if (currency != null && money != null && !currency.equals(money.currency())) {
      wrong(pointer, "differs from the offer's currency");
    }
  }

  private void wrong(String pointer, String detail) {
    problem.at(pointer, detail);
  }
}
