package dev.plaza.dispatch.assignment;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The assignments, past ones included.
@Component
public class Assignments {

  private static final String LIVE = "status IN ('ACTIVE', 'PICKED_UP')";

  private final JdbcClient jdbc;
  private final Clock clock;
  private final MeterRegistry meters;

  Assignments(JdbcClient jdbc, Clock clock, MeterRegistry meters) {
    this.jdbc = jdbc;
    this.clock = clock;
    this.meters = meters;
  }

  Optional<Assignment> find(String id) {
    return jdbc.sql("SELECT * FROM assignment WHERE id = :id")
        .param("id", UUID.fromString(id))
        .query(Assignments::row)
        .optional();
  }

  /// The assignment of that id, or all that came of the offer of that id.
  List<Assignment> findAll(String id) {
    return jdbc.sql("SELECT * FROM assignment WHERE id = :id OR offer_id = :id ORDER BY order_id")
        .param("id", UUID.fromString(id))
        .query(Assignments::row)
        .list();
  }

  public List<Assignment> live(int limit) {
    return jdbc.sql("SELECT * FROM assignment WHERE " + LIVE + " ORDER BY id LIMIT :n")
        .param("n", limit)
        .query(Assignments::row)
        .list();
  }

  public List<Assignment> liveOf(String courierId) {
    return jdbc.sql("SELECT * FROM assignment WHERE " + LIVE + " AND courier_id = :c ORDER BY id")
        .param("c", courierId)
        .query(Assignments::row)
        .list();
  }

  /// Those that came of one offer.
  public List<Assignment> ofOffer(String offerId, String courierId, List<String> orderIds) {
    return jdbc.sql(
            """
            SELECT * FROM assignment
             WHERE order_id = ANY(:orders) AND offer_id = :offer AND courier_id = :courier
             ORDER BY order_id
            """)
        .param("orders", orderIds.toArray(String[]::new))
        .param("offer", UUID.fromString(offerId))
        .param("courier", courierId)
        .query(Assignments::row)
        .list();
  }

  /// Every courier an order ever had, the first one first.
  public List<Assignment> history(String orderId) {
    return jdbc.sql("SELECT * FROM assignment WHERE order_id = :id ORDER BY assigned_at, id")
        .param("id", orderId)
        .query(Assignments::row)
        .list();
  }

  void insert(Assignment assignment) {
    jdbc.sql(
            """
            INSERT INTO assignment (id, order_id, courier_id, offer_id, status, assigned_at)
            VALUES (:id, :order, :courier, :offer, :status, :at)
            """)
        .param("id", UUID.fromString(assignment.id()))
        .param("order", assignment.orderId())
        .param("courier", assignment.courierId())
        .param("offer", UUID.fromString(assignment.offerId()))
        .param("status", assignment.status().name())
        .param("at", assignment.assignedAt().atOffset(ZoneOffset.UTC))
        .update();
  }

  void pickedUp(String id) {
    jdbc.sql("UPDATE assignment SET status = 'PICKED_UP' WHERE id = :id AND status = 'ACTIVE'")
        .param("id", UUID.fromString(id))
        .update();
  }

  /// @param note what the courier said, or nothing
  /// @return false when it had ended before
  boolean end(String id, AssignmentStatus end, @Nullable String note) {
    boolean ended =
        jdbc.sql(
                    "UPDATE assignment SET status = :status, reason = :reason, ended_at = :at"
                        + " WHERE id = :id AND "
                        + LIVE)
                .param("id", UUID.fromString(id))
                .param("status", end.name())
                .param("reason", note, Types.VARCHAR)
                .param("at", clock.instant().atOffset(ZoneOffset.UTC))
                .update()
            == 1;
    if (ended) {
      meters
          .counter("dispatch.assignments.ended", "as", end.name().toLowerCase(Locale.ROOT))
          .increment();
    }
    return ended;
  }

  private static Assignment row(ResultSet rs, int number) throws SQLException {
    var ended = rs.getObject("ended_at", OffsetDateTime.class);
    return new Assignment(
        rs.getString("id"),
        rs.getString("order_id"),
        rs.getString("courier_id"),
        rs.getString("offer_id"),
        AssignmentStatus.valueOf(rs.getString("status")),
        rs.getString("reason"),
        rs.getObject("assigned_at", OffsetDateTime.class).toInstant(),
        ended == null ? null : ended.toInstant());
  }
}
