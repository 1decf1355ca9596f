package dev.plaza.tracking.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.Place;
import dev.plaza.tracking.position.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RideRulesTests {

  private static final Instant T = Instant.parse("2026-03-14T12:00:00Z");
  private static final Place PICKUP = new Place(48.2000, 16.3700);
  private static final Place DROPOFF = new Place(48.2100, 16.3700);
  private static final RideRules.Leg LEG = new RideRules.Leg("o1", PICKUP, DROPOFF);

  private final RideRules rules =
      new AnomalyProperties(
              1,
              40,
              1500,
              40,
              Duration.ofMinutes(10),
              3,
              1500,
              400,
              Duration.ofMinutes(2),
              Duration.ofMinutes(10))
          .rules();

  private final List<Anomaly> found = new ArrayList<>();
  private @Nullable Ride ride;

  private void fix(double lat, double lon, double seconds, RideRules.Leg... legs) {
    fix(lat, lon, 0, seconds, legs);
  }

  private void fix(double lat, double lon, double accuracy, double seconds, RideRules.Leg... legs) {
    Instant ts = T.plusMillis(Math.round(seconds * 1000));
    var outcome =
        rules.next(
            ride, new Fix("bob", new Place(lat, lon), accuracy, null, null, ts, ts), List.of(legs));
    ride = outcome.ride();
    found.addAll(outcome.anomalies());
  }

  @Test
  void findsNothingInARideThroughTheCity() {
    for (int i = 0; i <= 100; i++) {
      fix(48.2 + i * 0.0001, 16.37, i * 2, LEG);
    }

    assertThat(found).isEmpty();
  }

  @Test
  void findsSpeedsThatNobodyRides() {
    fix(48.2000, 16.37, 0);
    fix(48.2050, 16.37, 10);

    assertThat(found).extracting(Anomaly::kind).containsExactly(Anomaly.Kind.IMPOSSIBLE_SPEED);
    assertThat(found.getFirst().value()).isBetween(55.0, 56.0);
  }

  @Test
  void takesTheSpeedLimitItselfForPossible() {
    double degrees = 40 * 10 / 111_195.0;
    fix(48.2, 16.37, 0);
    fix(48.2 + degrees * 0.999, 16.37, 10);
    assertThat(found).isEmpty();

    ride = null;
    fix(48.2, 16.37, 0);
    fix(48.2 + degrees * 1.001, 16.37, 10);
    assertThat(found).hasSize(1);
  }

  @Test
  void callsALongJumpATeleport() {
    fix(48.2, 16.37, 0);
    fix(48.3, 16.37, 10);

    assertThat(found).extracting(Anomaly::kind).containsExactly(Anomaly.Kind.TELEPORT);
    assertThat(found.getFirst().value()).isBetween(11_100.0, 11_130.0);
  }

  @Test
  void isNotFooledByABadReceiver() {
    fix(48.2000, 16.37, 300, 0);
    fix(48.2050, 16.37, 300, 10);

    assertThat(found).isEmpty();
  }

  @Test
  void judgesNothingFasterThanASecond() {
    fix(48.2, 16.37, 0);
    fix(48.2006, 16.37, 0.5);
    assertThat(found).isEmpty();

    fix(48.2007, 16.37, 10);
    assertThat(found).isEmpty();
  }

  @Test
  void saysTheSameThingOnlyOnceInAWhile() {
    for (int i = 0; i <= 10; i++) {
      fix(48.2 + i * 0.01, 16.37, i * 20);
    }
    assertThat(found).hasSize(1);

    fix(48.4, 16.37, 1_000);
    fix(48.41, 16.37, 1_020);
    assertThat(found).hasSize(2);
  }

  @Test
  void findsWhoStandsWithFoodOnBoard() {
    for (int i = 0; i <= 62; i++) {
      fix(48.2005 + (i % 2) * 0.0001, 16.37, i * 10, LEG);
    }

    assertThat(found).extracting(Anomaly::kind).containsExactly(Anomaly.Kind.STANDING);
    assertThat(found.getFirst().orderId()).isEqualTo("o1");
  }

  @Test
  void letsCouriersRestWithoutFoodAndWaitAtTheDoor() {
    for (int i = 0; i <= 100; i++) {
      fix(48.2005, 16.37, i * 10);
    }
    ride = null;
    for (int i = 0; i <= 100; i++) {
      fix(DROPOFF.lat(), DROPOFF.lon(), i * 10, LEG);
    }

    assertThat(found).isEmpty();
  }

  @Test
  void findsDetours() {
    for (int i = 0; i <= 100; i++) {
      fix(48.2, 16.37 + i * 0.0006, i * 5, LEG);
    }

    assertThat(found).extracting(Anomaly::kind).containsExactly(Anomaly.Kind.DETOUR);
    assertThat(found.getFirst().value()).isGreaterThan(3);
  }

  @Test
  void rememberSuchThingsAcrossStores() {
    var json = tools.jackson.databind.json.JsonMapper.builder().build();
    fix(48.2, 16.37, 0, LEG);
    fix(48.3, 16.37, 10, LEG);

    Ride stored = json.readValue(json.writeValueAsBytes(ride), Ride.class);

    assertThat(stored).isEqualTo(ride);
  }
}
