package dev.plaza.order.watch;

/// What must never be, as a query that finds the orders where it is.
///
/// Parameters: `from` (orders with a smaller id are too old to look at; ids begin with the time),
/// `late` (a moment before which what was due should have happened), `max` (rows).
enum Invariant {
  LEDGER_UNBALANCED(
      """
      SELECT order_id FROM ledger_entry WHERE order_id >= :from
       GROUP BY order_id HAVING sum(amount) <> 0 LIMIT :max
      """),

  /// What the provider owes us is what the order shows as taken and not given back.
  LEDGER_DIFFERS(
      """
      SELECT o.id FROM orders o
        LEFT JOIN (SELECT order_id,
                     sum(amount) FILTER (WHERE account = 'provider.clearing') AS net
                FROM ledger_entry WHERE order_id >= :from GROUP BY order_id) l
          ON l.order_id = o.id
       WHERE o.id >= :from AND coalesce(l.net, 0) <> (o.progress -> 'payment' ->> 'captured')::bigint
                                 - (o.progress -> 'payment' ->> 'refunded')::bigint LIMIT :max
      """),

  TWO_USABLE_HOLDS(
      """
      SELECT id FROM orders WHERE id >= :from AND jsonb_array_length(jsonb_path_query_array(saga,
         '$.purse.authorizations[*] ? (@.status == "LIVE" || @.status == "CAPTURING"
                                       || @.status == "CAPTURED")')) > 1 LIMIT :max
      """),

  PAID_AND_CANCELLED(
      """
      SELECT id FROM orders WHERE id >= :from AND ended_at IS NOT NULL AND status <> 'CAPTURED'
         AND (progress -> 'payment' ->> 'captured')::bigint
             - (progress -> 'payment' ->> 'refunded')::bigint > (progress ->> 'fee')::bigint
         AND progress -> 'payment' ->> 'status' NOT IN ('refunding') LIMIT :max
      """),

  /// Over, but its coupon is neither redeemed nor back.
  COUPON_OPEN(
      """
      SELECT u.order_id FROM coupon_use u JOIN orders o ON o.id = u.order_id
       WHERE u.state IN ('asked', 'reserved', 'returning') AND u.updated_at < :late
         AND o.ended_at < :late LIMIT :max
      """),

  /// The discount was given and the coupon is not redeemed, or the other way round.
  COUPON_DIFFERS(
      """
      SELECT u.order_id FROM coupon_use u JOIN orders o ON o.id = u.order_id
       WHERE u.order_id >= :from AND o.ended_at IS NOT NULL
         AND CASE WHEN o.status = 'CAPTURED' THEN u.state IN ('refused', 'returning', 'returned')
                  ELSE u.state IN ('confirmed', 'lost') END LIMIT :max
      """),

  /// Nothing will ever move it again.
  STUCK(
      """
      SELECT o.id FROM orders o WHERE o.ended_at IS NULL AND o.updated_at < :late
         AND NOT EXISTS (SELECT FROM checkout_timer t WHERE t.order_id = o.id)
         AND NOT EXISTS (SELECT FROM job j WHERE j.order_id = o.id AND j.done_at IS NULL)
       LIMIT :max
      """),

  ALARM_OVERDUE("SELECT order_id FROM checkout_timer WHERE due_at < :late LIMIT :max"),

  JOB_OVERDUE(
      """
      SELECT order_id FROM job WHERE done_at IS NULL AND created_at < :late AND attempts > 5
       LIMIT :max
      """);

  private final String sql;

  Invariant(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }
}
