package dev.plaza.platform;

import org.flywaydb.core.Flyway;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.context.annotation.Bean;

/// The starter's own tables come before the service's, under a history table of their own, so that
/// the two number their migrations independently.
@AutoConfiguration(
    beforeName = "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration")
class PersistenceAutoConfiguration {

  @Bean
  FlywayMigrationStrategy platformTablesFirst() {
    return service -> {
      Flyway.configure(PersistenceAutoConfiguration.class.getClassLoader())
          .dataSource(service.getConfiguration().getDataSource())
          .locations("classpath:db/platform")
          .table("platform_schema_history")
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
      service.migrate();
    };
  }
}
