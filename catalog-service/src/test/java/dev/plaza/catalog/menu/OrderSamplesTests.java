package dev.plaza.catalog.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.order.OrderEvent;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;

/// The golden samples of the order events that stock follows hold what it needs.
class OrderSamplesTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        OrderEvent.PLACED,
        OrderEvent.ACCEPTED,
        OrderEvent.REJECTED,
        OrderEvent.CANCELLED,
        OrderEvent.PAYMENT_FAILED,
        OrderEvent.EXPIRED
      })
  void sampleNamesOrderRestaurantAndLines(String type) throws IOException {
    try (var in = new ClassPathResource("samples/" + type + ".json").getInputStream()) {
      var event = MenuFixture.JSON.readValue(in, OrderEvent.class);

      assertThat(event.orderId()).isNotBlank();
      assertThat(event.restaurantId()).isNotBlank();
      assertThat(event.at()).isNotNull();
      assertThat(event.lines())
          .isNotEmpty()
          .allSatisfy(it -> assertThat(it.sku()).isNotBlank())
          .allSatisfy(it -> assertThat(it.quantity()).isPositive());
    }
  }
}
