package dev.plaza.order.payment;

import dev.plaza.order.checkout.OrderMoved;
import dev.plaza.order.order.OrderContent;
import dev.plaza.order.order.OrderStatus;
import dev.plaza.order.order.OrderStore;
import dev.plaza.order.order.Progress;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The books: each movement of money as bookings that sum to zero, written in the transaction of
/// the decision that the movement led to.
@Component
class Ledger {

  private final JdbcClient jdbc;
  private final OrderStore orders;

  Ledger(JdbcClient jdbc, OrderStore orders) {
    this.jdbc = jdbc;
    this.orders = orders;
  }

  record Entry(long id, Instant ts, String account, long amount, String currency, String ref) {}

  @EventListener
  void on(OrderMoved moved) {
    if (moved.movements().isEmpty()) {
      return;
    }
    var order = moved.order();
    var content = orders.content(order.id(), order.progress().revision());
    var shares = shares(content, order.progress());
    var lines = new ArrayList<Line>();
    for (var movement : moved.movements()) {
      Postings.of(movement, shares).forEach(it -> lines.add(new Line(it, movement.reference())));
    }
    book(order.id(), content.price().currency(), lines, order.updatedAt());
  }

  /// The restaurant gets the goods after discounts (and those from whoever bears them), or what
  /// was agreed for cancelling; money taken without either is nobody's but the customer's, and
  /// stays with the platform until it is back.
  private static Postings.Shares shares(OrderContent content, Progress progress) {
    long goods = Math.max(0, content.price().subtotal() - content.price().discount());
    return progress.status() == OrderStatus.CAPTURED
        ? new Postings.Shares(goods, content.draft().courierPay(), content.price().discount())
        : new Postings.Shares(Math.min(progress.fee(), goods), 0, 0);
  }

  private record Line(Postings.Posting posting, String reference) {}

  private void book(String orderId, String currency, List<Line> lines, Instant at) {
    jdbc.sql(
            """
            INSERT INTO ledger_entry (order_id, at, account, amount, currency, ref)
            SELECT :order, :at, row.account, row.amount::bigint, :currency, row.ref
              FROM unnest(:accounts::text[], :amounts::text[], :refs::text[])
                   WITH ORDINALITY AS row (account, amount, ref, nr) ORDER BY row.nr
            """)
        .param("order", UUID.fromString(orderId))
        .param("at", at.atOffset(ZoneOffset.UTC))
        .param("currency", currency)
        .param("accounts", texts(lines, it -> it.posting().account()))
        .param("amounts", texts(lines, it -> String.valueOf(it.posting().amount())))
        .param("refs", texts(lines, Line::reference))
        .update();
  }

  private static String[] texts(List<Line> lines, Function<Line, String> text) {
    return lines.stream().map(text).toArray(String[]::new);
  }

  List<Entry> of(String orderId, long after, int limit) {
    return jdbc.sql(
            """
            SELECT id, at, account, amount, currency, ref FROM ledger_entry
             WHERE order_id = ? AND id > ? ORDER BY id LIMIT ?
            """)
        .param(UUID.fromString(orderId))
        .param(after)
        .param(limit)
        .query(
            (row, _) ->
                new Entry(
                    row.getLong("id"),
                    row.getObject("at", OffsetDateTime.class).toInstant(),
                    row.getString("account"),
                    row.getLong("amount"),
                    row.getString("currency"),
                    row.getString("ref")))
        .list();
  }
}
