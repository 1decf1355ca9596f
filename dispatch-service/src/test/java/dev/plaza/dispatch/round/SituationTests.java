package dev.plaza.dispatch.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.Place;
import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.CourierStatus;
import dev.plaza.dispatch.courier.Vehicle;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.travel.CityTravel;
import dev.plaza.dispatch.travel.TestTravel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SituationTests {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Place SHOP = new Place(48.2, 16.37);
  private static final RoundProperties PROPERTIES =
      new RoundProperties(
          Duration.ofSeconds(1),
          1,
          Duration.ofHours(1),
          Duration.ofMinutes(1),
          3_000,
          10_000,
          List.of(1),
          true,
          Duration.ofMinutes(1),
          0.3,
          3,
          1,
          0.1,
          2,
          Duration.ofMinutes(20),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5),
          1_000);
  private static final CityTravel TRAVEL = TestTravel.city();

  @Test
  void seeksFartherTheLongerTheSearchTakes() {
    var far = courier("far", east(6_000), 0);

    var early = situation(Map.of(), far);
    var late = situation(Map.of(), far);

    assertThat(early.delivery(job("o", JobStatus.OPEN), 0).reach())
        .isLessThan(late.delivery(job("o", JobStatus.OPEN), 1).reach());
    assertThat(early.near()).isEmpty();
    assertThat(late.near()).containsExactly(far);
  }

  @Test
  void countsSecondsFromNow() {
    var delivery = situation(Map.of()).delivery(job("o", JobStatus.OPEN), 0);

    assertThat(delivery.readyAt()).isEqualTo(600);
    assertThat(delivery.promisedBy()).isEqualTo(2400);
  }

  @Test
  void doesNotGiveUpWhatIsVeryLate() {
    var late =
        new Situation(NOW.plus(Duration.ofDays(300)), TRAVEL, PROPERTIES, Map.of(), List.of());

    assertThat(late.delivery(job("o", JobStatus.OPEN), 0).readyAt()).isZero();
    assertThat(late.delivery(job("o", JobStatus.OPEN), 0).promisedBy()).isZero();
  }

  @Test
  void letsATripToTheSameRestaurantGrow() {
    var courier = courier("a", east(500), 1);
    var candidate =
        situation(Map.of(), courier)
            .candidate(courier, List.of(job("o", JobStatus.ASSIGNED)), true)
            .orElseThrow();

    assertThat(candidate.heading()).isNotNull();
    assertThat(candidate.heading().arrivesAt()).isPositive();
  }

  @Test
  void leavesOutWhoIsBusyForLong() {
    var courier = courier("a", east(500), 2);
    var bound = List.of(job("o1", JobStatus.PICKED_UP), job("o2", JobStatus.PICKED_UP));

    assertThat(situation(Map.of(), courier).candidate(courier, bound, true)).isEmpty();
  }

  @Test
  void asksTheNearestOthersButNobodyTwiceAndNobodyExcluded() {
    var a = courier("a", east(100), 0);
    var b = courier("b", east(200), 0);
    var c = courier("c", east(300), 0);
    var d = courier("d", east(400), 0);
    var busy = courier("e", east(50), 1);
    var situation = situation(Map.of("o", Set.of("b")), a, b, c, d, busy);
    var job = job("o", JobStatus.OPEN);
    situation.delivery(job, 0);

    assertThat(situation.others(List.of(job), Set.of("a"), 1)).containsExactly("c");
    assertThat(situation.others(List.of(job), Set.of("a"), 9)).containsExactly("c", "d");
    assertThat(situation.others(List.of(job), Set.of("a"), 0)).isEmpty();
  }

  private static Situation situation(Map<String, Set<String>> excluded, Courier... couriers) {
    return new Situation(NOW, TRAVEL, PROPERTIES, excluded, List.of(couriers));
  }

  private static Courier courier(String id, Place at, int carrying) {
    return new Courier(
        id, CourierStatus.ONLINE, 2, Vehicle.BICYCLE, 4.5, carrying, 0, at, NOW, NOW, NOW);
  }

  private static Place east(double meters) {
    return new Place(SHOP.lat(), SHOP.lon() + meters / (111_195 * Math.cos(Math.toRadians(48.2))));
  }

  private static Job job(String id, JobStatus status) {
    @Nullable Instant none = null;
    return new Job(
        id,
        status,
        1,
        "r",
        "R",
        SHOP,
        east(2_000),
        NOW.plusSeconds(600),
        NOW.plusSeconds(2400),
        450,
        "EUR",
        1,
        0,
        NOW,
        NOW.plus(Duration.ofMinutes(10)),
        null,
        null,
        null,
        none,
        none,
        none,
        null);
  }
}
