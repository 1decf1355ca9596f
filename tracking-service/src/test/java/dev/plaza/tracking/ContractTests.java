package dev.plaza.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.contracts.tracking.AnomalyEvent;
import dev.plaza.contracts.tracking.PositionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// What this service says and hears, against the golden samples.
class ContractTests {

  private final JsonMapper json =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private byte[] sample(String type) throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/samples/" + type + ".json")) {
      return Objects.requireNonNull(in, type).readAllBytes();
    }
  }

  @Test
  void saysPositionsLikeTheSample() throws IOException {
    var event =
        new PositionEvent(
            "bob",
            new Place(48.2071, 16.3702),
            6.5,
            4.8,
            212.0,
            Instant.parse("2026-03-14T11:58:29Z"),
            Instant.parse("2026-03-14T11:58:30Z"));

    assertThat(json.readTree(json.writeValueAsBytes(event)))
        .isEqualTo(json.readTree(sample(PositionEvent.RECORDED)));
  }

  @Test
  void saysAnomaliesLikeTheSample() throws IOException {
    var event =
        new AnomalyEvent(
            "bob",
            "0197f2a0-0000-7000-8000-0000000000f1",
            "impossible_speed",
            61.2,
            Instant.parse("2026-03-14T11:58:30Z"));

    assertThat(json.readTree(json.writeValueAsBytes(event)))
        .isEqualTo(json.readTree(sample(AnomalyEvent.DETECTED)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        OrderEvent.PLACED,
        OrderEvent.COURIER_ASSIGNED,
        OrderEvent.COURIER_LOST,
        OrderEvent.PICKED_UP,
        OrderEvent.DELIVERED,
        OrderEvent.CANCELLED
      })
  void hearsOfOrders(String type) throws IOException {
    OrderEvent event = json.readValue(sample(type), OrderEvent.class);

    assertThat(event.orderId()).isNotEmpty();
    assertThat(event.version()).isPositive();
    assertThat(event.at()).isNotNull();
  }

  @Test
  void hearsOfEtas() throws IOException {
    AssignmentEvent event =
        json.readValue(sample(AssignmentEvent.ETA_UPDATED), AssignmentEvent.class);

    assertThat(event.etaAt()).isEqualTo("2026-03-14T12:34:00Z");
    assertThat(event.seq()).isPositive();
  }
}
