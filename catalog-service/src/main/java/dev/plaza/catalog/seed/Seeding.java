package dev.plaza.catalog.seed;

import dev.plaza.catalog.menu.MenuGenerator;
import dev.plaza.catalog.menu.Menus;
import dev.plaza.catalog.restaurant.Restaurants;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Fills an empty catalog with the sample city, in the sandbox only. Of several instances that
/// start at once, one does it.
@Component
@Profile("sandbox")
class Seeding implements ApplicationRunner {

  private static final Log LOG = LogFactory.getLog(Seeding.class);
  private static final long LOCK = 0x5EED;

  private final Restaurants restaurants;
  private final Menus menus;
  private final MenuGenerator generator;
  private final SeedProperties properties;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  Seeding(
      Restaurants restaurants,
      Menus menus,
      MenuGenerator generator,
      SeedProperties properties,
      JdbcClient jdbc,
      TransactionTemplate transaction) {
    this.restaurants = restaurants;
    this.menus = menus;
    this.generator = generator;
    this.properties = properties;
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    transaction.executeWithoutResult(
        _ -> {
          jdbc.sql("SELECT pg_advisory_xact_lock(:lock)").param("lock", LOCK).query().singleRow();
          if (restaurants.isEmpty()) {
            seed();
          }
        });
  }

  private void seed() {
    var drawn = new SyntheticCity(properties).draw();
    restaurants.putAll(
        drawn.stream().map(it -> new Restaurants.Put(it.id(), it.profile()::over)).toList());
    menus.publishFirst(
        drawn.stream()
            .map(
                it ->
                    new Menus.First(
                        it.id(), generator.generate(it.id(), it.kinds(), it.profile().currency())))
            .toList(),
        "seed");
    LOG.info("seeded %d synthetic places".formatted(drawn.size()));
  }
}
