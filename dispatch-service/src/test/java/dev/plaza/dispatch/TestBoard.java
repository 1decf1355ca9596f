package dev.plaza.dispatch;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.order.OrderEvent;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What the service's tables say, for tests.
record TestBoard(JdbcClient jdbc) {

  String status(OrderEvent order) {
    return jdbc.sql("SELECT status FROM job WHERE order_id = :id")
        .param("id", order.orderId())
        .query(String.class)
        .single();
  }

  long count(String table, OrderEvent order) {
    return count(table, order.orderId());
  }

  long count(String table, String orderId) {
    return jdbc.sql("SELECT count(*) FROM " + table + " WHERE order_id = :id")
        .param("id", orderId)
        .query(Long.class)
        .single();
  }

  long offersEver(OrderEvent order, String courier) {
    return jdbc.sql(
            """
            SELECT count(*) FROM offer o JOIN offer_recipient r ON r.offer_id = o.id
             WHERE o.order_ids @> ARRAY[CAST(:order AS text)] AND r.courier_id = :courier
            """)
        .param("order", order.orderId())
        .param("courier", courier)
        .query(Long.class)
        .single();
  }

  int carrying(String courier) {
    return jdbc.sql("SELECT carrying FROM courier WHERE id = :id")
        .param("id", courier)
        .query(Integer.class)
        .single();
  }

  Place pickup(String orderId) {
    return jdbc.sql("SELECT pickup_lat, pickup_lon FROM job WHERE order_id = :id")
        .param("id", orderId)
        .query((rs, _) -> new Place(rs.getDouble(1), rs.getDouble(2)))
        .single();
  }
}
