package dev.plaza.catalog.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.catalog.hours.OpeningHours;
import org.junit.jupiter.api.Test;

class SyntheticCityTests {

  private static final SeedProperties CITY =
      new SeedProperties(2026, 120, 48.2082, 16.3738, "Europe/Vienna");

  @Test
  void sameNumberSameCity() {
    assertThat(new SyntheticCity(CITY).draw()).isEqualTo(new SyntheticCity(CITY).draw());
  }

  @Test
  void namesAndIdsAreUniqueAndHoursReadableWithoutRemarks() {
    var places = new SyntheticCity(CITY).draw();

    assertThat(places).extracting(SyntheticCity.Drawn::id).doesNotHaveDuplicates();
    assertThat(places).extracting(it -> it.profile().name()).doesNotHaveDuplicates();
    assertThat(places)
        .allSatisfy(it -> assertThat(OpeningHours.parse(it.profile().hours()).isKnown()).isTrue())
        .allSatisfy(it -> assertThat(OpeningHours.parse(it.profile().hours()).notes()).isEmpty());
    assertThat(places).filteredOn(it -> "24/7".equals(it.profile().hours())).hasSize(15);
  }
}
