package dev.plaza.catalog.restaurant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.Place;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OffersTests {

  private final Offers offers =
      new Offers(
          new DeliveryProperties(
              199, 1000, 60, 999, 15, Duration.ofMinutes(5), Duration.ofMinutes(15)));

  @ParameterizedTest
  @CsvSource({"0, 199", "1000, 199", "1008, 199", "1009, 200", "2000, 259", "15000, 999"})
  void feeGrowsByTheMetreUpToTheMost(double distanceM, long fee) {
    assertThat(offers.to(profile("EUR", 20_000), 48.2, 16.4, distanceM).fee())
        .isEqualTo(new Money(fee, "EUR"));
  }

  @Test
  void feeInThousandthsHasTenTimesTheUnits() {
    assertThat(offers.to(profile("KWD", 3_000), 48.2, 16.4, 500).fee())
        .isEqualTo(new Money(1_990, "KWD"));
  }

  @Test
  void edgeOfTheRadiusIsDeliveredTo() {
    assertThat(offers.to(profile("EUR", 3_000), 48.2, 16.4, 3_000).deliversHere()).isTrue();
    assertThat(offers.to(profile("EUR", 3_000), 48.2, 16.4, 3_000.1).deliversHere()).isFalse();
  }

  @Test
  void minutesAreCookingRidingAndHandingOver() {
    var offer = offers.to(profile("EUR", 3_000), 48.2, 16.4, 2_500);

    assertThat(offer.etaMin()).isEqualTo(20 + 10 + 5);
    assertThat(offer.etaMax()).isEqualTo(50);
  }

  private static Profile profile(String currency, int radiusM) {
    return new Profile(
        "A",
        null,
        new Place(48.2, 16.4),
        "Europe/Vienna",
        null,
        currency,
        null,
        List.of(),
        null,
        null,
        0,
        null,
        0,
        radiusM,
        null,
        20,
        null,
        Profile.Source.OWN);
  }
}
