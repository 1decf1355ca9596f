package dev.plaza.order.pricing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an order made now would differ in from the quote its customer saw. Pure.
///
/// @param needsConsent anything but lower prices of the same lines
record Diff(List<Change> changes, boolean needsConsent) {

  static Diff between(Quote seen, long cartVersion, Assessment now) {
    var changes = new ArrayList<Change>();
    var lines = new HashMap<String, OrderLine>();
    now.lines().forEach(it -> lines.put(it.lineId(), it));
    for (OrderLine before : seen.lines()) {
      OrderLine after = lines.remove(before.lineId());
      if (after == null) {
        changes.add(gone(before, now.changes()));
      } else {
        compare(before, after, changes);
      }
    }
    for (OrderLine added : now.lines()) {
      if (lines.containsKey(added.lineId())) {
        changes.add(change(added, Change.Kind.PRICE_CHANGED, null, added.piece()));
      }
    }
    boolean needsConsent =
        seen.cartVersion() != cartVersion
            || !seen.currency().equals(now.price().currency())
            || now.price().total() > seen.total()
            || isDiscountLost(seen.price(), now.price())
            || !changes.stream().allMatch(Diff::isFall);
    long discount = seen.price().discount();
    if (discount != now.price().discount()) {
      changes.add(
          new Change(null, null, Change.Kind.DISCOUNT_CHANGED, discount, now.price().discount()));
    }
    return new Diff(List.copyOf(changes), needsConsent);
  }

  /// A share of cheaper goods is less, and nobody's loss.
  private static boolean isDiscountLost(PriceBreakdown seen, PriceBreakdown now) {
    return now.discount() < seen.discount() && now.subtotal() >= seen.subtotal();
  }

  private static void compare(OrderLine before, OrderLine after, List<Change> changes) {
    if (after.quantity() != before.quantity()) {
      changes.add(
          change(
              before, Change.Kind.UNAVAILABLE, (long) before.quantity(), (long) after.quantity()));
    }
    if (after.piece() != before.piece()) {
      changes.add(change(before, Change.Kind.PRICE_CHANGED, before.piece(), after.piece()));
    }
  }

  private static boolean isFall(Change change) {
    return change.kind() == Change.Kind.PRICE_CHANGED
        && change.from() != null
        && change.to() != null
        && change.to() < change.from();
  }

  /// A line of the quote that is not there now: the cart's own changes know why, unless the
  /// customer took it out of the cart.
  private static Change gone(OrderLine before, List<Change> changes) {
    var kind = Change.Kind.REMOVED;
    for (Change change : changes) {
      if (change.kind() != Change.Kind.PRICE_CHANGED && before.lineId().equals(change.lineId())) {
        kind = change.kind();
      }
    }
    return change(before, kind, (long) before.quantity(), 0L);
  }

  private static Change change(
      OrderLine line, Change.Kind kind, @Nullable Long from, @Nullable Long to) {
    return new Change(line.lineId(), line.sku(), kind, from, to);
  }
}
