package dev.plaza.dispatch.job;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import java.time.Clock;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Tells the platform what dispatch did for an order. The caller holds the job's row lock.
@Component
public class Announcements {

  private static final Log LOG = LogFactory.getLog(Announcements.class);

  private final JdbcClient jdbc;
  private final Outbox outbox;
  private final Clock clock;

  Announcements(JdbcClient jdbc, Outbox outbox, Clock clock) {
    this.jdbc = jdbc;
    this.outbox = outbox;
    this.clock = clock;
  }

  /// @param arrival what to say about the arrival; null: nothing is known
  public void announce(
      String type,
      String orderId,
      @Nullable String assignmentId,
      @Nullable String courierId,
      @Nullable Arrival arrival,
      @Nullable String reason) {
    long seq =
        jdbc.sql(
                """
                UPDATE job SET event_seq = event_seq + 1 WHERE order_id = :id RETURNING event_seq
                """)
            .param("id", orderId)
            .query(Long.class)
            .single();
    var event =
        new AssignmentEvent(
            orderId,
            seq,
            assignmentId,
            courierId,
            arrival == null ? null : arrival.at(),
            arrival == null ? null : arrival.earliest(),
            arrival == null ? null : arrival.latest(),
            reason,
            clock.instant());
    outbox.append(new OutboundEvent(Topics.DISPATCH_ASSIGNMENT, orderId, type, orderId, event));
    LOG.info(
        "order %s: %s courier=%s assignment=%s reason=%s"
            .formatted(orderId, type, courierId, assignmentId, reason));
  }
}
