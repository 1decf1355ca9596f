package dev.plaza.order.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.order.saga.CheckoutSignal;
import dev.plaza.order.saga.CheckoutSignal.CourierAssigned;
import dev.plaza.order.saga.CheckoutSignal.CourierLost;
import dev.plaza.order.saga.CheckoutSignal.CourierUnassigned;
import dev.plaza.order.saga.CheckoutSignal.DispatchFailed;
import dev.plaza.order.saga.CheckoutSignal.EtaUpdated;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// What dispatch says, by its golden samples.
class AssignmentContractTests {

  private final JsonMapper json =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Optional<CheckoutSignal> heard(String type) throws IOException {
    try (var in = getClass().getResourceAsStream("/samples/" + type + ".json")) {
      var bytes = Objects.requireNonNull(in, type).readAllBytes();
      return AssignmentListener.signal(type, json.readValue(bytes, AssignmentEvent.class));
    }
  }

  @Test
  void everyTypeIsUnderstood() throws IOException {
    assertThat(heard(AssignmentEvent.ASSIGNED)).get().isInstanceOf(CourierAssigned.class);
    assertThat(heard(AssignmentEvent.UNASSIGNED))
        .contains(new CourierUnassigned(2, "courier_cancelled"));
    assertThat(heard(AssignmentEvent.FAILED)).get().isInstanceOf(DispatchFailed.class);
    assertThat(heard(AssignmentEvent.LOST)).get().isInstanceOf(CourierLost.class);
    assertThat(heard(AssignmentEvent.ETA_UPDATED)).get().isInstanceOf(EtaUpdated.class);
  }

  @Test
  void aTypeOfALaterReleaseIsIgnored() {
    assertThat(
            AssignmentListener.signal(
                "dispatch.assignment.praised",
                new AssignmentEvent(
                    "o", 9, null, null, null, null, null, null, java.time.Instant.EPOCH)))
        .isEmpty();
  }
}
