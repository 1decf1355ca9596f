package dev.plaza.catalog;

import static dev.plaza.catalog.Catalog.menu;
import static dev.plaza.catalog.Catalog.restaurant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Two instances over one database; the second has no Redis at all.
@CatalogTest
class SecondInstanceIT {

  @LocalServerPort int port;
  @Autowired Environment environment;
  @Autowired JdbcClient jdbc;
  ConfigurableApplicationContext second;

  private Catalog start() {
    var args =
        new java.util.ArrayList<>(
            List.of(
                "--server.port=0",
                "--spring.data.redis.url=redis://localhost:1",
                "--spring.jmx.enabled=false",
                "--catalog.search.hot-per-window=1",
                "--catalog.search.sweep-every=1s"));
    for (var name :
        List.of(
            "spring.datasource.url",
            "spring.datasource.username",
            "spring.datasource.password",
            "spring.kafka.bootstrap-servers",
            "plaza.paging.secret",
            "spring.security.oauth2.resourceserver.jwt.jwk-set-uri")) {
      args.add("--" + name + "=" + environment.getRequiredProperty(name));
    }
    second =
        new SpringApplicationBuilder(CatalogServiceApplication.class)
            .run(args.toArray(String[]::new));
    return Catalog.customer(
        Integer.parseInt(second.getEnvironment().getRequiredProperty("local.server.port")));
  }

  @AfterEach
  void stop() {
    if (second != null) {
      second.close();
    }
  }

  @Test
  void whatOneInstanceChangesTheOtherFinds() {
    var staff = Catalog.staff(port, "two-1");
    staff.put("/restaurants/two-1", restaurant("Before", 43.7, 11.2, "24/7"));
    var other = start();
    var query = "geo=43.7,11.2&radius_m=100";

    // Loaded at start, with a cache that cannot be reached.
    for (int i = 0; i < 20; i++) {
      assertThat(other.ids(query)).containsExactly("two-1");
    }
    staff.put("/restaurants/two-2", restaurant("Mine", 43.7, 11.2, "24/7"));
    Catalog.staff(port, "two-2").put("/restaurants/two-2", restaurant("After", 43.7, 11.2, "24/7"));
    await().atMost(Duration.ofSeconds(2)).until(() -> other.ids(query).size() == 2);
    staff.put("/restaurants/two-1/menu", menu("a", 1), "If-Match", "0");
    await()
        .atMost(Duration.ofSeconds(2))
        .until(
            () ->
                other
                        .get("/restaurants?" + query + "&q=before")
                        .body()
                        .at("/items/0/menu_version")
                        .asLong()
                    == 1);

    // Behind its back: only the sweep can find this.
    jdbc.sql(
            """
            UPDATE restaurant SET revision = revision + 1, updated_at = now(),
                   profile = jsonb_set(profile, '{name}', '"Swept"')
             WHERE id = 'two-1'
            """)
        .update();
    await().atMost(Duration.ofSeconds(10)).until(() -> !other.ids(query + "&q=swept").isEmpty());
  }
}
