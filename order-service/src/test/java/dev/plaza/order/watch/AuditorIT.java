package dev.plaza.order.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.checkout.OnCheckoutServers;
import dev.plaza.order.checkout.Walk;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The auditor finds what is wrong and only that.
@OnCheckoutServers
class AuditorIT {

  @Autowired private Walk walk;
  @Autowired private Auditor auditor;
  @Autowired private JdbcClient jdbc;

  private String order;

  @BeforeEach
  void aPaidOrder() {
    order = walk.captured(walk.customer("alice"), walk.shop(), "carl");
  }

  @Test
  void findsNothingWrongWithAPaidOrder() {
    for (var it : Invariant.values()) {
      assertThat(auditor.check(it)).as(it.name()).doesNotContain(order);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "LEDGER_UNBALANCED~UPDATE ledger_entry SET amount = amount + 1 WHERE order_id = ?",
        "LEDGER_DIFFERS~DELETE FROM ledger_entry WHERE order_id = ?",
        "PAID_AND_CANCELLED~UPDATE orders SET status = 'CANCELLED' WHERE id = ?",
        "STUCK~UPDATE orders SET ended_at = NULL, updated_at = now() - interval '1 hour' WHERE id ="
            + " ?",
        "ALARM_OVERDUE~INSERT INTO checkout_timer VALUES (?, 'STEP', now() - interval '1 hour',"
            + " now() + interval '1 hour')",
        "JOB_OVERDUE~UPDATE job SET done_at = NULL, attempts = 9, due_at = now() + interval '1"
            + " hour', created_at = now() - interval '1 hour' WHERE key = 'authorize-1' AND"
            + " order_id = ?",
        "COUPON_OPEN~WITH it AS (UPDATE orders SET ended_at = now() - interval '1 hour' WHERE id = ?"
            + " RETURNING id) INSERT INTO coupon_use SELECT id, 'a', 'O', 1, 'reserved',"
            + " now() - interval '1 hour' FROM it",
        "COUPON_DIFFERS~INSERT INTO coupon_use VALUES (?, 'a', 'O', 1, 'returned', now())",
        "TWO_USABLE_HOLDS~UPDATE orders SET saga = jsonb_set(saga, '{purse,authorizations}', saga"
            + " #> '{purse,authorizations}' || (saga #> '{purse,authorizations}')) WHERE id = ?",
      })
  void findsWhatIsWrong(Invariant invariant, String damage) {
    assertThat(auditor.check(invariant)).doesNotContain(order);

    jdbc.sql(damage).param(UUID.fromString(order)).update();

    try {
      assertThat(auditor.check(invariant)).contains(order);
    } finally {
      jdbc.sql("DELETE FROM coupon_use WHERE order_id = ?").param(UUID.fromString(order)).update();
      jdbc.sql("DELETE FROM ledger_entry WHERE order_id = ?")
          .param(UUID.fromString(order))
          .update();
      jdbc.sql("DELETE FROM checkout_timer WHERE order_id = ?")
          .param(UUID.fromString(order))
          .update();
      jdbc.sql("DELETE FROM job WHERE order_id = ?").param(UUID.fromString(order)).update();
      jdbc.sql("DELETE FROM orders WHERE id = ?").param(UUID.fromString(order)).update();
    }
  }
}
