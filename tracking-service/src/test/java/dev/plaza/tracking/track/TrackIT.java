package dev.plaza.tracking.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.tracking.TrackingServers;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TrackIT extends TrackingServers {

  @Test
  void showsTheCourierThePathAndTheEtaOfAnOrderUnderWay() {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).eta(Instant.parse("2030-01-01T12:00:00Z"));
    order.known();
    Instant now = now();
    ride(courier, ping(48.21, 16.37, now), ping(48.211, 16.371, now.plusMillis(500)));

    Answer answer = get("/track/" + order.id, customerToken(order.customer));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().at("/courier/location/lat").asDouble()).isEqualTo(48.211);
    assertThat(answer.body().at("/courier/stale").asBoolean()).isFalse();
    assertThat(answer.body().at("/path")).hasSize(2);
    assertThat(answer.body().at("/eta/at").asString()).isEqualTo("2030-01-01T12:00:00Z");
    assertThat(answer.body().at("/route/type").asString()).isEqualTo("LineString");
    assertThat(answer.body().at("/route/coordinates")).hasSize(3);
    assertThat(answer.body().at("/route/coordinates/0/0").asDouble()).isEqualTo(16.371);
  }
}
