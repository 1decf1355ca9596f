package dev.plaza.order.saga;

import static dev.plaza.order.saga.Authorization.Status.*;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.order.saga.CheckoutCommand.Authorize;
import dev.plaza.order.saga.CheckoutCommand.Capture;
import dev.plaza.order.saga.CheckoutCommand.GiveBack;
import dev.plaza.order.saga.CheckoutCommand.VoidHold;
import dev.plaza.order.saga.CheckoutSignal.PaymentSignal;
import dev.plaza.order.saga.PurseMove.News;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The money of one order: its authorisations and refunds. Pure.
///
/// Invariants, checked on every change:
///  - at most one authorisation is `LIVE`, `CAPTURING` or `CAPTURED`: only it may ever be captured.
///    A swap (renewal, increase) keeps this, because the same decision that makes the new one
///    `LIVE` makes the old one `RETIRING`; at the provider both are held until that void is done.
///  - at most one authorisation is `ASKED`;
///  - captured <= authorised, and refunds asked for or done <= captured.
///
/// @param coupon what the order's discount comes from; null: there is none
public record Purse(
    String currency,
    List<Authorization> authorizations,
    List<Refund> refunds,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Redemption coupon) {

  public Purse {
    authorizations = List.copyOf(authorizations);
    refunds = List.copyOf(refunds);
    require(count(authorizations, LIVE, CAPTURING, CAPTURED) <= 1, "two usable holds");
    require(count(authorizations, ASKED) <= 1, "two authorisations asked for");
    for (var it : authorizations) {
      require(it.captured() <= it.amount(), "captured more than held");
    }
    long taken = authorizations.stream().mapToLong(Authorization::captured).sum();
    require(promised(refunds) <= taken, "refunds above what was captured");
  }

  /// @param id also part of its idempotency key
  public record Refund(String id, long amount, Liable liable, Status status) {
    public enum Status {
      REQUESTED,
      DONE,
      FAILED
    }

    Refund to(Status next) {
      return new Refund(id, amount, liable, next);
    }
  }

  static Purse empty(String currency, @Nullable Redemption coupon) {
    return new Purse(currency, List.of(), List.of(), coupon);
  }

  PurseMove on(PaymentSignal signal) {
    return new PurseAnswers(this).to(signal);
  }

  PurseMove ask(String method, long amount) {
    int number = authorizations.size() + 1;
    var all = new ArrayList<>(authorizations);
    all.add(Authorization.asked(number, amount));
    return PurseMove.to(new Purse(currency, all, refunds, coupon), News.NONE)
        .command(new Authorize(number, method, amount, currency));
  }

  /// Stops waiting for an answer; a late success will be released.
  Purse abandon() {
    return asked().map(it -> put(it.to(ABANDONED))).orElse(this);
  }

  /// Takes `amount` of the live hold, at most all of it.
  PurseMove capture(long amount) {
    return capture(nothing(), amount);
  }

  private static PurseMove capture(PurseMove move, long amount) {
    var purse = move.purse();
    var hold = purse.live().orElseThrow(() -> new IllegalStateException("no live hold"));
    return move.purse(purse.put(hold.to(CAPTURING)))
        .command(
            new Capture(hold.number(), hold.id(), Math.min(amount, hold.amount()), hold.refused()));
  }

  PurseMove giveBack(String refundId, long amount, Liable liable) {
    return giveBack(nothing(), refundId, amount, liable);
  }

  private static PurseMove giveBack(PurseMove move, String refundId, long amount, Liable liable) {
    var purse = move.purse();
    var all = new ArrayList<>(purse.refunds);
    all.add(new Refund(refundId, amount, liable, Refund.Status.REQUESTED));
    return move.purse(new Purse(purse.currency, purse.authorizations, all, purse.coupon))
        .command(new GiveBack(refundId, purse.takenFrom().id(), amount));
  }

  /// Gets the money back to the customer, except `keep`. Doing it again after every answer leads to
  /// a settled purse; whatever is already on its way is not asked for twice.
  PurseMove unwind(long keep) {
    return unwind(nothing(), keep);
  }

  static PurseMove unwind(PurseMove move, long keep) {
    var left = move.purse(move.purse().abandon());
    var live = left.purse().live();
    if (live.isPresent()) {
      return keep > 0 ? capture(left, keep) : retire(left, live.get());
    }
    long surplus = left.purse().refundable() - keep;
    String id = "unwind-" + (left.purse().refunds.size() + 1);
    return surplus > 0 ? giveBack(left, id, surplus, Liable.PLATFORM) : left;
  }

  static PurseMove retire(PurseMove move, Authorization one) {
    return move.purse(move.purse().put(one.to(RETIRING)))
        .command(new VoidHold(one.number(), one.id()));
  }

  Optional<Authorization> live() {
    return first(LIVE);
  }

  Optional<Authorization> asked() {
    return first(ASKED);
  }

  /// Whether a capture, or the hold to make one from, is on its way.
  boolean isCollecting() {
    return asked().isPresent() || first(CAPTURING).isPresent();
  }

  /// Whether a renewal of the live hold was tried and did not come about.
  boolean renewalFailed() {
    return live().filter(it -> it.number() < authorizations.size()).isPresent()
        && asked().isEmpty();
  }

  /// Nothing is held, on its way or waited for.
  @JsonIgnore
  public boolean isSettled() {
    return authorizations.stream().noneMatch(Authorization::open)
        && refunds.stream().noneMatch(it -> it.status() == Refund.Status.REQUESTED);
  }

  public long authorized() {
    return authorizations.stream()
        .filter(it -> it.is(LIVE) || it.is(CAPTURING) || it.is(CAPTURED))
        .mapToLong(Authorization::amount)
        .sum();
  }

  public long captured() {
    return authorizations.stream().mapToLong(Authorization::captured).sum();
  }

  public long refunded() {
    return refunds.stream()
        .filter(it -> it.status() == Refund.Status.DONE)
        .mapToLong(Refund::amount)
        .sum();
  }

  /// What can still be given back.
  public long refundable() {
    return captured() - promised(refunds);
  }

  private Authorization takenFrom() {
    return first(CAPTURED).orElseThrow(() -> new IllegalStateException("nothing was captured"));
  }

  private Optional<Authorization> first(Authorization.Status status) {
    return authorizations.stream().filter(it -> it.is(status)).findFirst();
  }

  Optional<Authorization> find(int number) {
    return authorizations.stream().filter(it -> it.number() == number).findFirst();
  }

  Optional<Refund> refund(String id) {
    return refunds.stream().filter(it -> it.id().equals(id)).findFirst();
  }

  Purse put(Redemption one) {
    return new Purse(currency, authorizations, refunds, one);
  }

  Purse put(Authorization one) {
    var all = authorizations.stream().map(it -> it.number() == one.number() ? one : it).toList();
    return new Purse(currency, all, refunds, coupon);
  }

  Purse put(Refund one) {
    var all = new ArrayList<>(refunds);
    all.removeIf(it -> it.id().equals(one.id()));
    all.add(one);
    return new Purse(currency, authorizations, all, coupon);
  }

  PurseMove nothing() {
    return PurseMove.to(this, News.NONE);
  }

  private static long promised(List<Refund> refunds) {
    return refunds.stream()
        .filter(it -> it.status() != Refund.Status.FAILED)
        .mapToLong(Refund::amount)
        .sum();
  }

  private static long count(List<Authorization> all, Authorization.Status... states) {
    return all.stream().filter(it -> List.of(states).contains(it.status())).count();
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
