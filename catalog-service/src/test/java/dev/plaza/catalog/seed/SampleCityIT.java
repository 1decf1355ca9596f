package dev.plaza.catalog.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.catalog.Catalog;
import dev.plaza.catalog.CatalogTest;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@CatalogTest
class SampleCityIT {

  @LocalServerPort int port;
  @Autowired Seeding seeding;

  @Test
  void sampleCityIsThereLabelledAndPartlyOpenAtAnyHour() {
    var alice = Catalog.customer(port);

    var all = alice.ids("geo=48.2082,16.3738&radius_m=20000&limit=37");
    assertThat(all.stream().filter(it -> it.startsWith("syn-")))
        .hasSize(120)
        .doesNotHaveDuplicates();

    var night = Instant.parse("2026-12-24T03:30:00Z");
    var open = alice.ids("geo=48.2082,16.3738&radius_m=20000&filters=open_now&at=" + night);
    assertThat(open.stream().filter(it -> it.startsWith("syn-"))).hasSizeGreaterThan(10);

    var first = alice.get("/restaurants/syn-001");
    assertThat(first.body().at("/source/kind").asString()).isEqualTo("synthetic");
    assertThat(first.body().at("/source/attribution").asString()).contains("Synthetic");
    assertThat(first.body().at("/status").asString()).isEqualTo("open");
    assertThat(first.body().at("/menu_version").asLong()).isEqualTo(1);
    var menu = alice.get("/restaurants/syn-001/menu");
    assertThat(menu.body().at("/currency").asString()).isEqualTo("EUR");
    assertThat(menu.body().at("/categories/0/items/0/price").isIntegralNumber()).isTrue();
  }

  @Test
  void aFilledCatalogIsLeftAlone() {
    seeding.run(new org.springframework.boot.DefaultApplicationArguments());

    assertThat(
            Catalog.customer(port)
                .get("/restaurants/syn-001/menu")
                .body()
                .at("/menu_version")
                .asLong())
        .isEqualTo(1);
  }
}
