package dev.plaza.quota.redemption;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plaza.platform.Ids;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.quota.authority.Book;
import dev.plaza.quota.offer.Discount;
import dev.plaza.quota.offer.Money;
import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.offer.OfferId;
import dev.plaza.quota.offer.Person;
import dev.plaza.quota.ownership.ShardMap;
import dev.plaza.quota.shard.Command;
import dev.plaza.quota.shard.Mode;
import dev.plaza.quota.shard.Shard;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/// Makes commands of what clients send, or says everything that is wrong with it.
@Component
class Intake {

  static final UUID NIL = new UUID(0, 0);
  private static final long HOLD_DEFAULT_S = 900;
  private static final long HOLD_MAX_S = Duration.ofDays(7).toSeconds();

  private final Book book;
  private final ShardMap map;

  Intake(Book book, ShardMap map) {
    this.book = book;
    this.map = map;
  }

  /// @throws ProblemException 422 `invalid` with pointers, or 404 `unknown_offer`
  Addressed spend(SpendBody body) {
    var wrong = new ProblemException(CommonProblem.INVALID, "The redemption breaks a rule.");
    UUID guid = guid(body.guid());
    if (guid == null) {
      wrong.at("/guid", "is not a UUID");
    }
    String offerId = body.offerId() == null ? null : OfferId.canonical(body.offerId());
    if (offerId == null) {
      wrong.at("/offer_id", OfferId.RULE);
    }
    String user = body.userId() == null ? null : Person.canonical(body.userId());
    if (user == null) {
      wrong.at("/user_id", Person.RULE);
    }
    long units = body.units() == null ? 1 : body.units();
    if (units < 1 || units > Command.UNITS_MAX) {
      wrong.at("/units", "is not in 1.." + Command.UNITS_MAX);
    }
    order(body.orderId(), wrong);
    Mode mode = body.mode() == null ? Mode.REDEEM : body.mode().mode;
    Duration hold = hold(mode, body.holdS(), wrong);
    if (guid == null || offerId == null || user == null || !wrong.errors().isEmpty()) {
      throw wrong;
    }
    Offer offer = offer(offerId);
    long amount = amount(offer, units, body.amount(), wrong);
    String order = body.orderId() == null ? guid.toString() : body.orderId();
    return new Addressed(
        Shard.of(offerId, user, map.shards()),
        new Command.Spend(guid, offerId, user, order, units, amount, mode, hold));
  }

  /// The nil UUID stands for none in the log, and for a client that forgot to make one.
  static @Nullable UUID guid(@Nullable String text) {
    UUID guid = text != null && Ids.isId(text) ? UUID.fromString(text) : null;
    return NIL.equals(guid) ? null : guid;
  }

  private static void order(@Nullable String order, ProblemException wrong) {
    if (order != null
        && (order.isBlank()
            || order.getBytes(UTF_8).length > Command.TEXT_MAX
            || order.chars().anyMatch(Character::isISOControl))) {
      wrong.at("/order_id", "is not 1 to " + Command.TEXT_MAX + " bytes of text");
    }
  }

  private static Duration hold(Mode mode, @Nullable Long seconds, ProblemException wrong) {
    if (seconds != null && (seconds < 1 || seconds > HOLD_MAX_S)) {
      wrong.at("/hold_s", "is not in 1.." + HOLD_MAX_S);
      return Duration.ZERO;
    }
    if (mode == Mode.REDEEM) {
      return Duration.ZERO;
    }
    return Duration.ofSeconds(seconds == null ? HOLD_DEFAULT_S : seconds);
  }

  private Offer offer(String id) {
    try {
      return book.find(id)
          .orElseThrow(
              () ->
                  new ProblemException(RedemptionProblem.UNKNOWN_OFFER, "There is no " + id + "."));
    } catch (DataAccessException _) {
      throw new ProblemException(
              CommonProblem.UNAVAILABLE, "Whether there is a " + id + " cannot be told just now.")
          .retryAfter(Duration.ofSeconds(1));
    }
  }

  private static long amount(
      Offer offer, long units, SpendBody.@Nullable AmountBody body, ProblemException wrong) {
    Money budget = offer.budget();
    if (body == null) {
      if (budget == null) {
        return 0;
      }
      if (offer.discount() instanceof Discount.Amount(var off)) {
        return off.amount() * units;
      }
      throw wrong.at("/amount", "is required by an offer with a budget and a percentage");
    }
    return amount(body, offer, wrong);
  }

  /// What a confirmation names, in the currency of its offer's budget.
  ///
  /// @param offerId null: the redemption was reversed before it was made, and has none
  long amount(SpendBody.AmountBody body, @Nullable String offerId) {
    var wrong = new ProblemException(CommonProblem.INVALID, "The confirmation breaks a rule.");
    return amount(body, offerId == null ? null : offer(offerId), wrong);
  }

  private static long amount(
      SpendBody.AmountBody body, @Nullable Offer offer, ProblemException wrong) {
    Money budget = offer == null ? null : offer.budget();
    Long amount = body.amount();
    if (amount == null || amount < 0 || amount > Money.AMOUNT_MAX) {
      wrong.at("/amount/amount", "is not in 0.." + Money.AMOUNT_MAX);
    }
    String currency = body.currency();
    if (currency == null || !Money.isCurrency(currency)) {
      wrong.at("/amount/currency", "is no ISO 4217 currency");
    } else if (budget != null && !currency.equals(budget.currency())) {
      wrong.at("/amount/currency", "differs from the budget's");
    }
    if (amount == null || !wrong.errors().isEmpty()) {
      throw wrong;
    }
    return amount;
  }
}
