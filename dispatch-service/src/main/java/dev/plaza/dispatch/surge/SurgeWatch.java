package dev.plaza.dispatch.surge;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Lets one instance at a time compare waiting orders with free couriers.
@Component
class SurgeWatch {

  private static final long SURGE_LOCK = 0x706c617a61_02L;

  private final SurgeLevels levels;
  private final TransactionTemplate transaction;
  private final JdbcClient jdbc;

  SurgeWatch(SurgeLevels levels, TransactionTemplate transaction, JdbcClient jdbc) {
    this.levels = levels;
    this.transaction = transaction;
    this.jdbc = jdbc;
  }

  boolean look() {
    transaction.executeWithoutResult(
        _ -> {
          boolean leader =
              jdbc.sql("SELECT pg_try_advisory_xact_lock(:key)")
                  .param("key", SURGE_LOCK)
                  .query(Boolean.class)
                  .single();
          if (leader) {
            levels.look();
          }
        });
    return false;
  }
}
