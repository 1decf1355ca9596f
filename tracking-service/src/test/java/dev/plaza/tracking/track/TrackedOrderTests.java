package dev.plaza.tracking.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.order.OrderEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrackedOrderTests {

  private static final Instant T = Instant.parse("2026-03-14T12:00:00Z");

  private long version;

  private TrackedOrder after(
      @Nullable TrackedOrder before, String type, String status, @Nullable String courier) {
    version++;
    var event =
        new OrderEvent(
            "o1",
            version,
            status,
            "alice",
            "r1",
            null,
            courier,
            null,
            new Place(48.2, 16.3),
            new Place(48.3, 16.4),
            null,
            null,
            "EUR",
            1,
            0,
            0,
            0,
            List.of(),
            null,
            T.plusSeconds(version));
    return TrackedOrder.after(before, event, type, T.plusSeconds(version));
  }

  @Test
  void showsTheCourierFromTheAssignmentToTheDelivery() {
    TrackedOrder placed = after(null, OrderEvent.PLACED, "PENDING", null);
    TrackedOrder assigned = after(placed, OrderEvent.COURIER_ASSIGNED, "COURIER_ASSIGNED", "bob");
    TrackedOrder picked = after(assigned, OrderEvent.PICKED_UP, "COURIER_EN_ROUTE", "bob");
    TrackedOrder delivered = after(picked, OrderEvent.DELIVERED, "DELIVERED", "bob");

    assertThat(placed.showsCourier()).isFalse();
    assertThat(assigned.showsCourier()).isTrue();
    assertThat(assigned.assignedAt()).isEqualTo(T.plusSeconds(2));
    assertThat(picked.assignedAt()).isEqualTo(T.plusSeconds(2));
    assertThat(picked.pickedUp()).isTrue();
    assertThat(delivered.showsCourier()).isFalse();
    assertThat(delivered.endedAt()).isEqualTo(T.plusSeconds(4));
  }

  @Test
  void staysEndedWhateverFollows() {
    TrackedOrder assigned = after(null, OrderEvent.COURIER_ASSIGNED, "COURIER_ASSIGNED", "bob");
    TrackedOrder delivered = after(assigned, OrderEvent.DELIVERED, "DELIVERED", null);
    TrackedOrder held = after(delivered, OrderEvent.HELD, "ON_HOLD", null);
    TrackedOrder captured = after(held, OrderEvent.CAPTURED, "CAPTURED", null);

    assertThat(held.hasEnded()).isTrue();
    assertThat(captured.endedAt()).isEqualTo(delivered.endedAt());
    assertThat(captured.courierId()).as("may still look").isEqualTo("bob");
  }

  @Test
  void forgetsALostCourierAndStartsAnewWithTheNext() {
    TrackedOrder first = after(null, OrderEvent.COURIER_ASSIGNED, "COURIER_ASSIGNED", "bob");
    TrackedOrder picked = after(first, OrderEvent.PICKED_UP, "COURIER_EN_ROUTE", "bob");
    TrackedOrder lost = after(picked, OrderEvent.COURIER_LOST, "DISPATCHING", null);
    TrackedOrder second = after(lost, OrderEvent.COURIER_ASSIGNED, "COURIER_ASSIGNED", "eve");

    assertThat(lost.showsCourier()).isFalse();
    assertThat(lost.courierId()).isNull();
    assertThat(lost.pickedUp()).isFalse();
    assertThat(second.assignedAt()).isEqualTo(T.plusSeconds(4));
    assertThat(second.pickedUp()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"DELIVERED", "CAPTURED", "REJECTED", "CANCELLED", "PAYMENT_FAILED", "EXPIRED"})
  void endsByStatusEvenWhenTheEventOfTheEndWasMissed(String status) {
    TrackedOrder assigned = after(null, OrderEvent.COURIER_ASSIGNED, "COURIER_ASSIGNED", "bob");

    assertThat(after(assigned, OrderEvent.REFUNDED, status, null).hasEnded()).isTrue();
  }
}
