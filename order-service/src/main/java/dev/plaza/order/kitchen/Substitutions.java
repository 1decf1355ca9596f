package dev.plaza.order.kitchen;

import dev.plaza.order.checkout.CheckoutRunner;
import dev.plaza.order.order.OrderContent;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.StoredOrder;
import dev.plaza.order.pricing.OrderLine;
import dev.plaza.order.pricing.Orderables;
import dev.plaza.order.pricing.PriceBreakdown;
import dev.plaza.order.pricing.Substitution;
import dev.plaza.order.saga.CheckoutSignal.SubstitutionProposed;
import dev.plaza.order.saga.Deal;
import dev.plaza.order.saga.Proposal;
import dev.plaza.platform.problem.ProblemException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Prices a restaurant's proposal: what the order costs if the customer approves, and what it costs
/// without the lines in question.
@Component
class Substitutions {

  private final Orderables orderables;
  private final OrderStore orders;
  private final CheckoutRunner checkouts;
  private final TransactionTemplate transaction;

  Substitutions(
      Orderables orderables,
      OrderStore orders,
      CheckoutRunner checkouts,
      TransactionTemplate transaction) {
    this.orderables = orderables;
    this.orders = orders;
    this.checkouts = checkouts;
    this.transaction = transaction;
  }

  StoredOrder propose(String orderId, List<Substitution.Replacement> replacements) {
    var result = transaction.execute(_ -> locked(orderId, replacements));
    if (result == null) {
      throw new IllegalStateException("a transaction without result");
    }
    return result;
  }

  private StoredOrder locked(String orderId, List<Substitution.Replacement> replacements) {
    var order = orders.lock(orderId).orElseThrow(ProblemException::notFound);
    var content = orders.content(orderId, order.progress().revision());
    var approved = orderables.substitute(content.draft(), content.lines(), replacements);
    var without = without(content.lines(), replacements);
    var proposal =
        new Proposal(
            replacements.stream().map(Substitution.Replacement::lineId).toList(),
            revision(orderId, approved.lines(), approved.price()),
            declined(orderId, content, without));
    return checkouts.signal(orderId, new SubstitutionProposed(proposal));
  }

  private Deal.@Nullable Revision declined(
      String orderId, OrderContent content, List<OrderLine> without) {
    return without.isEmpty()
        ? null
        : revision(orderId, without, orderables.reprice(content.draft(), without));
  }

  private Deal.@Nullable Revision revision(
      String orderId, List<OrderLine> lines, PriceBreakdown price) {
    return lines.isEmpty()
        ? null
        : new Deal.Revision(orders.addRevision(orderId, lines, price), price.total());
  }

  private static List<OrderLine> without(
      List<OrderLine> lines, List<Substitution.Replacement> replacements) {
    Set<String> gone = new HashSet<>();
    replacements.forEach(it -> gone.add(it.lineId()));
    return lines.stream().filter(it -> !gone.contains(it.lineId())).toList();
  }
}
