package dev.plaza.dispatch.assignment;

import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.Couriers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Notices couriers who went silent while bound to an order.
///
/// Silence of everybody is no news about one: then positions do not reach us, and nobody is judged
/// until `blackout`. For the same reason an instance that has just started first reads what has
/// piled up.
@Component
class VanishWatch {

  private static final Log LOG = LogFactory.getLog(VanishWatch.class);

  private final Assignments assignments;
  private final Couriers couriers;
  private final Leaving leaving;
  private final TransactionTemplate transaction;
  private final AssignmentProperties properties;
  private final Clock clock;
  private final Instant startedAt;

  VanishWatch(
      Assignments assignments,
      Couriers couriers,
      Leaving leaving,
      TransactionTemplate transaction,
      AssignmentProperties properties,
      Clock clock) {
    this.assignments = assignments;
    this.couriers = couriers;
    this.leaving = leaving;
    this.transaction = transaction;
    this.properties = properties;
    this.clock = clock;
    this.startedAt = clock.instant();
  }

  boolean look() {
    Instant now = clock.instant();
    if (now.isBefore(startedAt.plus(properties.vanishAfter()))) {
      return false;
    }
    var live = assignments.live(properties.checkedMax());
    if (live.isEmpty()) {
      return false;
    }
    Instant silentSince = now.minus(patience(now));
    var byId =
        couriers.all(live.stream().map(Assignment::courierId).distinct().toList()).stream()
            .collect(Collectors.toMap(Courier::id, Function.identity()));
    for (var assignment : live) {
      var courier = byId.get(assignment.courierId());
      if (courier != null && courier.seenAt().isBefore(silentSince)) {
        vanished(assignment, courier);
      }
    }
    return false;
  }

  private Duration patience(Instant now) {
    boolean heardOfAnybody =
        couriers
            .newestPosition()
            .filter(it -> it.isAfter(now.minus(properties.vanishAfter())))
            .isPresent();
    return heardOfAnybody ? properties.vanishAfter() : properties.blackout();
  }

  private void vanished(Assignment assignment, Courier courier) {
    boolean left =
        Boolean.TRUE.equals(
            transaction.execute(_ -> leaving.leave(assignment, Leaving.Cause.VANISHED, null)));
    if (left) {
      LOG.warn(
          "courier %s vanished with order %s, last seen %s"
              .formatted(courier.id(), assignment.orderId(), courier.seenAt()));
      transaction.executeWithoutResult(_ -> couriers.takeOffDuty(courier.id()));
    }
  }
}
