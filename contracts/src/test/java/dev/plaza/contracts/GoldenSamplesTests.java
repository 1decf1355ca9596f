package dev.plaza.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.catalog.ItemAvailabilityEvent;
import dev.plaza.contracts.catalog.MenuEvent;
import dev.plaza.contracts.catalog.RestaurantEvent;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.contracts.gateway.DecisionEvent;
import dev.plaza.contracts.notify.DeliveryEvent;
import dev.plaza.contracts.notify.JobEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.contracts.tracking.AnomalyEvent;
import dev.plaza.contracts.tracking.PositionEvent;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The golden samples are the contract: a record that reads or writes them differently breaks
/// somebody.
class GoldenSamplesTests {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /// Every event type any record declares.
  static Stream<Arguments> types() {
    return Stream.of(
            RestaurantEvent.class,
            MenuEvent.class,
            ItemAvailabilityEvent.class,
            OrderEvent.class,
            AssignmentEvent.class,
            SurgeEvent.class,
            PositionEvent.class,
            AnomalyEvent.class,
            JobEvent.class,
            DeliveryEvent.class,
            DecisionEvent.class)
        .flatMap(
            record ->
                Arrays.stream(record.getDeclaredFields())
                    .filter(it -> Modifier.isPublic(it.getModifiers()))
                    .map(it -> Arguments.of(constant(it), record)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void readsAndWritesTheSampleAsItStands(String type, Class<?> record) throws IOException {
    JsonNode sample = sample(type);

    Object read = JSON.treeToValue(sample, record);

    assertThat(JSON.readTree(JSON.writeValueAsString(read))).isEqualTo(sample);
  }

  /// Within a major, fields may be added: yesterday's reader must not mind.
  @ParameterizedTest
  @MethodSource("types")
  void readsAnEventOfANewerMinor(String type, Class<?> record) throws IOException {
    JsonNode sample = sample(type);
    ObjectNode newer = sample.deepCopy().asObject().put("added_later", "x");

    assertThat(JSON.treeToValue(newer, record)).isEqualTo(JSON.treeToValue(sample, record));
  }

  private static JsonNode sample(String type) throws IOException {
    try (var in = GoldenSamplesTests.class.getResourceAsStream("/samples/" + type + ".json")) {
      assertThat(in).as("golden sample of " + type).isNotNull();
      return JSON.readTree(in);
    }
  }

  private static String constant(java.lang.reflect.Field field) {
    try {
      return (String) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
