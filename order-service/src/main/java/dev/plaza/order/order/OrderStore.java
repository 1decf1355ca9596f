package dev.plaza.order.order;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plaza.order.pricing.OrderDraft;
import dev.plaza.order.pricing.OrderLine;
import dev.plaza.order.pricing.PriceBreakdown;
import dev.plaza.platform.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Orders and what they consist of. Whoever changes one holds its row lock.
@Component
public class OrderStore {

  private static final int CONTENTS_CACHED_MAX = 2_000;
  private static final String COLUMNS =
      """
      SELECT id, cart_id, customer_id, restaurant_id, courier_id, version, saga, progress,
             handover_code, created_at, updated_at
      FROM orders
      """;

  private record Key(String orderId, String revision) {}

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Cache<Key, OrderContent> contents =
      Caffeine.newBuilder().maximumSize(CONTENTS_CACHED_MAX).build();

  OrderStore(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /// Fails on a second order of the same cart.
  public void add(StoredOrder order, OrderDraft draft) {
    jdbc.sql(
            """
            INSERT INTO orders (id, cart_id, customer_id, restaurant_id, status, version, saga,
                                progress, handover_code, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?)
            """)
        .param(UUID.fromString(order.id()))
        .param(UUID.fromString(order.cartId()))
        .param(order.customerId())
        .param(order.restaurantId())
        .param(order.progress().status().name())
        .param(order.version())
        .param(order.saga())
        .param(json.writeValueAsString(order.progress()))
        .param(order.handoverCode())
        .param(utc(order.createdAt()))
        .param(utc(order.updatedAt()))
        .update();
    addContent(order.id(), OrderContent.ORIGINAL, draft);
    contents.put(new Key(order.id(), OrderContent.ORIGINAL), OrderContent.original(draft));
  }

  public Optional<StoredOrder> find(String id) {
    return select(id, "");
  }

  /// Also keeps others from changing it until the transaction ends.
  public Optional<StoredOrder> lock(String id) {
    return select(id, "FOR NO KEY UPDATE");
  }

  /// Whether a customer has an order that was, or may still be, delivered.
  public boolean hasOrdered(String customerId) {
    return jdbc.sql(
            """
            SELECT EXISTS (SELECT FROM orders WHERE customer_id = ?
              AND status NOT IN ('REJECTED', 'CANCELLED', 'PAYMENT_FAILED', 'EXPIRED'))
            """)
        .param(customerId)
        .query(Boolean.class)
        .single();
  }

  public void save(StoredOrder order) {
    var progress = order.progress();
    jdbc.sql(
            """
            UPDATE orders
               SET courier_id = ?, status = ?, version = ?, saga = ?::jsonb, progress = ?::jsonb,
                   updated_at = ?, ended_at = CASE WHEN ? THEN coalesce(ended_at, ?) END
             WHERE id = ?
            """)
        .param(order.courierId())
        .param(progress.status().name())
        .param(order.version())
        .param(order.saga())
        .param(json.writeValueAsString(progress))
        .param(utc(order.updatedAt()))
        .param(progress.status().terminal())
        .param(utc(order.updatedAt()))
        .param(UUID.fromString(order.id()))
        .update();
  }

  /// Counts a wrong hand-over code.
  ///
  /// @return how many there were
  public int wrongCode(String id) {
    return jdbc.sql(
            "UPDATE orders SET code_tries = code_tries + 1 WHERE id = ? RETURNING code_tries")
        .param(UUID.fromString(id))
        .query(Integer.class)
        .single();
  }

  public int codeTries(String id) {
    return jdbc.sql("SELECT code_tries FROM orders WHERE id = ?")
        .param(UUID.fromString(id))
        .query(Integer.class)
        .single();
  }

  /// Stores another set of lines; it comes into force when the saga says so.
  ///
  /// @return the name of the revision
  public String addRevision(String orderId, List<OrderLine> lines, PriceBreakdown price) {
    String name = Ids.next();
    addContent(orderId, name, new OrderContent.Revision(lines, price));
    return name;
  }

  public OrderContent content(String orderId, String revision) {
    var key = new Key(orderId, revision);
    var known = contents.getIfPresent(key);
    if (known != null) {
      return known;
    }
    var read = readContent(orderId, revision);
    contents.put(key, read);
    return read;
  }

  private OrderContent readContent(String orderId, String revision) {
    if (revision.equals(OrderContent.ORIGINAL)) {
      return OrderContent.original(body(orderId, revision, OrderDraft.class));
    }
    var changed = body(orderId, revision, OrderContent.Revision.class);
    return new OrderContent(
        content(orderId, OrderContent.ORIGINAL).draft(), changed.lines(), changed.price());
  }

  private <T> T body(String orderId, String revision, Class<T> type) {
    return jdbc.sql("SELECT body FROM order_content WHERE order_id = ? AND revision = ?")
        .param(UUID.fromString(orderId))
        .param(revision)
        .query((row, _) -> json.readValue(row.getString(1), type))
        .single();
  }

  private void addContent(String orderId, String revision, Object body) {
    jdbc.sql("INSERT INTO order_content (order_id, revision, body) VALUES (?, ?, ?::jsonb)")
        .param(UUID.fromString(orderId))
        .param(revision)
        .param(json.writeValueAsString(body))
        .update();
  }

  private Optional<StoredOrder> select(String id, String lock) {
    if (!Ids.isId(id)) {
      return Optional.empty();
    }
    return jdbc.sql(COLUMNS + "WHERE id = ? " + lock)
        .param(UUID.fromString(id))
        .query((row, _) -> order(row))
        .optional();
  }

  /// One page, newest first.
  ///
  /// @param column whose orders: `customer_id`, `restaurant_id`, `courier_id`; null: all
  /// @param before continue behind this one
  List<StoredOrder> list(
      @Nullable String column,
      String owner,
      List<OrderStatus> statuses,
      @Nullable Position before,
      int limit) {
    boolean onlyOpen = !statuses.isEmpty() && statuses.stream().noneMatch(OrderStatus::terminal);
    var sql =
        COLUMNS
            + "WHERE true"
            + (column == null ? "" : " AND " + column + " = :owner")
            + (onlyOpen ? " AND ended_at IS NULL" : "")
            + (statuses.isEmpty() ? "" : " AND status = ANY (:statuses)")
            + (before == null ? "" : " AND (created_at, id) < (:at, :id)")
            + " ORDER BY created_at DESC, id DESC LIMIT :limit";
    var query = jdbc.sql(sql).param("limit", limit);
    if (column != null) {
      query = query.param("owner", owner);
    }
    if (!statuses.isEmpty()) {
      query = query.param("statuses", statuses.stream().map(Enum::name).toArray(String[]::new));
    }
    if (before != null) {
      query = query.param("at", utc(before.createdAt())).param("id", UUID.fromString(before.id()));
    }
    return query.query((row, _) -> order(row)).list();
  }

  /// Where a page ends.
  record Position(Instant createdAt, String id) {}

  private StoredOrder order(ResultSet row) throws SQLException {
    return new StoredOrder(
        row.getString("id"),
        row.getString("cart_id"),
        row.getString("customer_id"),
        row.getString("restaurant_id"),
        row.getString("courier_id"),
        row.getLong("version"),
        row.getString("saga"),
        json.readValue(row.getString("progress"), Progress.class),
        row.getString("handover_code"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        row.getObject("updated_at", OffsetDateTime.class).toInstant());
  }

  private static OffsetDateTime utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
