package dev.plaza.order.cart;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// The carts of all customers. What is not the caller's is not there.
@Component
public class Carts {

  private static final int UUID_LENGTH = 36;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  Carts(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// @throws ProblemException 404
  public Cart of(Caller caller, String cartId) {
    return find(caller, cartId, "");
  }

  /// An open cart of the caller's that has a coupon; one statement that mostly finds none.
  public Optional<Cart> withCoupon(Caller caller, String cartId) {
    return select(caller, cartId, "AND order_id IS NULL AND body ->> 'coupon' IS NOT NULL");
  }

  /// Also keeps others from changing or ordering it until the transaction ends.
  ///
  /// @throws ProblemException 404
  public Cart locked(Caller caller, String cartId) {
    return find(caller, cartId, "FOR NO KEY UPDATE");
  }

  /// Binds a cart to the order made of it.
  ///
  /// @return false when another order has it
  public boolean spend(String cartId, String orderId) {
    return jdbc.sql("UPDATE cart SET order_id = ? WHERE id = ? AND order_id IS NULL")
            .param(orderId)
            .param(UUID.fromString(cartId))
            .update()
        == 1;
  }

  void add(Cart cart) {
    jdbc.sql(
            """
            INSERT INTO cart (id, customer_id, restaurant_id, version, body, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?::jsonb, ?, ?)
            """)
        .param(UUID.fromString(cart.id()))
        .param(cart.customerId())
        .param(cart.restaurantId())
        .param(cart.version())
        .param(json.writeValueAsString(cart.content()))
        .param(utc(cart.createdAt()))
        .param(utc(cart.updatedAt()))
        .update();
  }

  /// @return false when it is no longer at the version before this one, or has been ordered
  boolean change(Cart cart) {
    return jdbc.sql(
                """
                UPDATE cart SET version = ?, body = ?::jsonb, updated_at = ?
                WHERE id = ? AND version = ? AND order_id IS NULL
                """)
            .param(cart.version())
            .param(json.writeValueAsString(cart.content()))
            .param(utc(cart.updatedAt()))
            .param(UUID.fromString(cart.id()))
            .param(cart.version() - 1)
            .update()
        == 1;
  }

  /// @return false when it has changed or been ordered meanwhile
  boolean remove(Cart cart) {
    return jdbc.sql("DELETE FROM cart WHERE id = ? AND version = ? AND order_id IS NULL")
            .param(UUID.fromString(cart.id()))
            .param(cart.version())
            .update()
        == 1;
  }

  /// A batch of carts that nobody touched since; ordered ones as well, the order has all it needs.
  int purge(Instant before) {
    return jdbc.sql(
            """
            DELETE FROM cart WHERE id IN (
              SELECT id FROM cart WHERE updated_at < ?
              ORDER BY updated_at LIMIT 1000 FOR UPDATE SKIP LOCKED)
            """)
        .param(utc(before))
        .update();
  }

  private Cart find(Caller caller, String cartId, String lock) {
    return select(caller, cartId, lock).orElseThrow(ProblemException::notFound);
  }

  private Optional<Cart> select(Caller caller, String cartId, String more) {
    return id(cartId)
        .flatMap(
            id ->
                jdbc.sql(
                        """
                        SELECT id, customer_id, restaurant_id, version, body, order_id,
                               created_at, updated_at
                        FROM cart WHERE id = ? AND customer_id = ?
                        """
                            + more)
                    .param(id)
                    .param(caller.subject())
                    .query((row, _) -> cart(row))
                    .optional());
  }

  private static Optional<UUID> id(String text) {
    try {
      return text.length() == UUID_LENGTH ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private Cart cart(ResultSet row) throws SQLException {
    return new Cart(
        row.getString("id"),
        row.getString("customer_id"),
        row.getString("restaurant_id"),
        row.getLong("version"),
        json.readValue(row.getString("body"), Cart.Content.class),
        row.getString("order_id"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("updated_at", OffsetDateTime.class).toInstant());
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
