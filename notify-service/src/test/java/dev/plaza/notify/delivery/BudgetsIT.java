package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

/// 82: a cap costs the same behind ten messages and behind hundreds of thousands.
class BudgetsIT extends OutcomeServers {

  private static final LocalDate DAY = LocalDate.parse("2026-12-01");

  @Autowired private Budgets budgets;
  @Autowired private TransactionTemplate transaction;

  @Test
  void aCapCountsNoHistory() {
    String user = "u:" + fresh("veteran");
    jdbc.sql(
            """
            INSERT INTO cap_use (recipient, category, channel, day, used)
            SELECT CASE WHEN n % 2 = 0 THEN :user ELSE 'u:' || n END, 'capped', 'email',
                   date '1900-01-01' + n, 3
              FROM generate_series(1, 40000) n
            """)
        .param("user", user)
        .update();
    jdbc.sql(
            """
            INSERT INTO delivery (id, job_id, recipient, channel, priority, category, state, due_at,
                expires_at, created_at, updated_at)
            SELECT uuidv7(), uuidv7(), :user, 'email', 2, 'capped', 'SENT', now(), now(), now(), now()
              FROM generate_series(1, 100000) n
            """)
        .param("user", user)
        .update();

    for (int i = 1; i <= 4; i++) {
      var use = new Budgets.Use("d" + i, user, "capped", "email", DAY, 3);
      boolean within = i <= 3;
      transaction.executeWithoutResult(
          _ -> {
            assertThat(budgets.take(List.of(use)).contains(use.deliveryId())).isEqualTo(within);
            assertThat(rowsReadHere()).as("rows read for one decision").isLessThan(10);
          });
    }
    jdbc.sql("DELETE FROM delivery WHERE recipient = ?").param(user).update();
  }

  /// What this transaction has read, of all tables.
  private long rowsReadHere() {
    return jdbc.sql(
            "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint FROM"
                + " pg_stat_xact_user_tables")
        .query(Long.class)
        .single();
  }
}
