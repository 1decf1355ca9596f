package dev.plaza.dispatch.offer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Offers and to whom they went. Every change of status is a conditional update from OPEN: of any
/// number that race, one wins.
@Component
class OfferStore {

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;

  OfferStore(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  void insert(OfferView view) {
    jdbc.sql(
            """
            INSERT INTO offer (id, status, order_ids, view, expires_at, created_at)
            VALUES (:id, 'OPEN', :orders, CAST(:view AS jsonb), :expires, :now)
            """)
        .param("id", UUID.fromString(view.id()))
        .param("orders", view.orderIds().toArray(String[]::new))
        .param("view", json.writeValueAsString(view))
        .param("expires", view.expiresAt().atOffset(ZoneOffset.UTC))
        .param("now", now())
        .update();
  }

  /// @return false when another offer waits for his answer
  boolean address(String offerId, String courierId) {
    return jdbc.sql(
                """
                INSERT INTO offer_recipient (offer_id, courier_id, status)
                VALUES (:offer, :courier, 'PENDING')
                ON CONFLICT (courier_id) WHERE status = 'PENDING' DO NOTHING
                """)
            .param("offer", UUID.fromString(offerId))
            .param("courier", courierId)
            .update()
        == 1;
  }

  Optional<Offer> find(String offerId) {
    return jdbc.sql("SELECT * FROM offer WHERE id = :id")
        .param("id", UUID.fromString(offerId))
        .query(this::row)
        .optional();
  }

  /// What a courier said to an offer, or what became of his chance; absent: it is not his.
  Optional<String> answer(String offerId, String courierId) {
    return jdbc.sql(
            "SELECT status FROM offer_recipient WHERE offer_id = :offer AND courier_id = :courier")
        .param("offer", UUID.fromString(offerId))
        .param("courier", courierId)
        .query(String.class)
        .optional();
  }

  /// The one update that decides a race.
  boolean take(String offerId, String courierId) {
    return jdbc.sql(
                """
                UPDATE offer SET status = 'TAKEN', taken_by = :courier, closed_at = :now
                 WHERE id = :offer AND status = 'OPEN' AND expires_at > :now
                   AND EXISTS (SELECT FROM offer_recipient r
                                WHERE r.offer_id = offer.id AND r.courier_id = :courier
                                  AND r.status = 'PENDING')
                """)
            .param("offer", UUID.fromString(offerId))
            .param("courier", courierId)
            .param("now", now())
            .update()
        == 1;
  }

  boolean close(String offerId, OfferStatus end) {
    return jdbc.sql(
                """
                UPDATE offer SET status = :end, closed_at = :now
                 WHERE id = :offer AND status = 'OPEN'
                """)
            .param("offer", UUID.fromString(offerId))
            .param("end", end.name())
            .param("now", now())
            .update()
        == 1;
  }

  boolean answered(String offerId, String courierId, String status, @Nullable String reason) {
    return jdbc.sql(
                """
                UPDATE offer_recipient SET status = :status, reason = :reason, answered_at = :now
                 WHERE offer_id = :offer AND courier_id = :courier AND status = 'PENDING'
                """)
            .param("offer", UUID.fromString(offerId))
            .param("courier", courierId)
            .param("status", status)
            .param("reason", reason, java.sql.Types.VARCHAR)
            .param("now", now())
            .update()
        == 1;
  }

  /// Whoever has not answered need not any more.
  ///
  /// @return they, by id
  List<String> closePending(String offerId, String reason) {
    return jdbc
        .sql(
            """
            UPDATE offer_recipient SET status = 'CLOSED', reason = :reason, answered_at = :now
             WHERE offer_id = :offer AND status = 'PENDING' RETURNING courier_id
            """)
        .param("offer", UUID.fromString(offerId))
        .param("reason", reason)
        .param("now", now())
        .query((rs, _) -> rs.getString("courier_id"))
        .list()
        .stream()
        .sorted()
        .toList();
  }

  boolean hasPending(String offerId) {
    return jdbc.sql(
            """
            SELECT EXISTS (SELECT FROM offer_recipient
                            WHERE offer_id = :offer AND status = 'PENDING')
            """)
        .param("offer", UUID.fromString(offerId))
        .query(Boolean.class)
        .single();
  }

  List<Offer> pendingOf(String courierId) {
    return jdbc.sql(
            """
            SELECT o.* FROM offer o JOIN offer_recipient r ON r.offer_id = o.id
             WHERE r.courier_id = :courier AND r.status = 'PENDING' AND o.status = 'OPEN'
               AND o.expires_at > :now
             ORDER BY o.id
            """)
        .param("courier", courierId)
        .param("now", now())
        .query(this::row)
        .list();
  }

  List<String> couriersPending() {
    return jdbc.sql("SELECT courier_id FROM offer_recipient WHERE status = 'PENDING'")
        .query((rs, _) -> rs.getString("courier_id"))
        .list();
  }

  List<Offer> expired(int limit) {
    return jdbc.sql(
            """
            SELECT * FROM offer WHERE status = 'OPEN' AND expires_at <= :now
             ORDER BY expires_at LIMIT :n
            """)
        .param("now", now())
        .param("n", limit)
        .query(this::row)
        .list();
  }

  List<OfferRow> rows(String where, String value, int limit) {
    return jdbc.sql(
            """
            SELECT o.id, o.status, o.order_ids, o.expires_at, o.created_at, o.taken_by,
                   (SELECT array_agg(courier_id || ':' || lower(status) ORDER BY courier_id)
                      FROM offer_recipient r WHERE r.offer_id = o.id) AS couriers
              FROM offer o WHERE %s ORDER BY o.created_at, o.id LIMIT :n
            """
                .formatted(where))
        .param("value", value)
        .param("n", limit)
        .query(OfferStore::boardRow)
        .list();
  }

  private static OfferRow boardRow(ResultSet rs, int number) throws SQLException {
    var couriers = rs.getArray("couriers");
    return new OfferRow(
        rs.getString("id"),
        rs.getString("status").toLowerCase(java.util.Locale.ROOT),
        List.of((String[]) rs.getArray("order_ids").getArray()),
        couriers == null ? List.of() : List.of((String[]) couriers.getArray()),
        rs.getString("taken_by"),
        rs.getObject("created_at", OffsetDateTime.class).toInstant(),
        rs.getObject("expires_at", OffsetDateTime.class).toInstant());
  }

  private Offer row(ResultSet rs, int number) throws SQLException {
    return new Offer(
        OfferStatus.valueOf(rs.getString("status")),
        json.readValue(rs.getString("view"), OfferView.class),
        rs.getObject("expires_at", OffsetDateTime.class).toInstant(),
        rs.getString("taken_by"));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
