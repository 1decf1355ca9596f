package dev.plaza.order.coupon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.checkout.OnCheckoutServers;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/// What became of coupons is kept for a while, and what is not final for ever.
@OnCheckoutServers
class CouponUsesIT {

  @Autowired private CouponUses uses;
  @Autowired private JdbcClient jdbc;

  @ParameterizedTest
  @CsvSource({
    "confirmed, 91, false", "returned, 91, false", "refused, 91, false", "lost, 91, false",
    "confirmed, 89, true", "asked, 91, true", "reserved, 91, true", "returning, 91, true"
  })
  void whatIsLongFinalIsPurged(String state, int daysAgo, boolean stays) {
    UUID order = UUID.randomUUID();
    jdbc.sql("INSERT INTO coupon_use VALUES (?, 'a', 'O', 1, ?, now() - make_interval(days => ?))")
        .param(order)
        .param(state)
        .param(daysAgo)
        .update();

    uses.purge();

    boolean there =
        jdbc.sql("SELECT EXISTS (SELECT FROM coupon_use WHERE order_id = ?)")
            .param(order)
            .query(Boolean.class)
            .single();
    assertThat(there).isEqualTo(stays);
  }
}
