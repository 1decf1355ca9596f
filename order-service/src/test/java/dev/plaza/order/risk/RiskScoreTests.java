package dev.plaza.order.risk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.risk.RiskFacts.Stage;
import dev.plaza.order.saga.CheckoutSignal.RiskDecision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RiskScoreTests {

  private static final RiskProperties LIMITS =
      new RiskProperties(50, 100, 12, 15, 4, 200, 4, 5, 3, 10, 6, true);

  private static RiskFacts order(
      long value,
      boolean paidBefore,
      int accountOrders,
      int deviceOrders,
      int deviceAccounts,
      int failedCards) {
    return new RiskFacts(
        Stage.HOLD,
        "alice",
        null,
        "pm_card_visa",
        value,
        paidBefore,
        accountOrders,
        deviceOrders,
        deviceAccounts,
        failedCards,
        RiskFacts.Coupons.NONE,
        0,
        List.of());
  }

  private static RiskFacts coupons(boolean used, int account, int deviceAccounts, int refused) {
    return new RiskFacts(
        Stage.HOLD,
        "alice",
        null,
        "pm_card_visa",
        20,
        true,
        0,
        0,
        0,
        0,
        new RiskFacts.Coupons(used, account, deviceAccounts, refused),
        0,
        List.of());
  }

  @Test
  void couponsAreLookedAtWhereOneIsUsed() {
    assertThat(against(coupons(true, 4, 2, 9))).isEmpty();
    assertThat(against(coupons(true, 5, 0, 0))).containsExactly(RiskRule.COUPON_ACCOUNT);
    assertThat(against(coupons(true, 0, 3, 0))).containsExactly(RiskRule.COUPON_DEVICE);
    assertThat(against(coupons(true, 0, 0, 10))).containsExactly(RiskRule.COUPON_GUESSING);
    assertThat(against(coupons(false, 9, 9, 99))).isEmpty();
    assertThat(RiskScore.of(coupons(true, 5, 3, 0), LIMITS).signal(LIMITS).reasons())
        .containsExactly("coupon_account:50", "coupon_device:50");
  }

  private static RiskFacts delivered(String courier, int together, String... anomalies) {
    return new RiskFacts(
        Stage.CAPTURE,
        "alice",
        courier,
        "",
        20,
        true,
        0,
        0,
        0,
        0,
        RiskFacts.Coupons.NONE,
        together,
        List.of(anomalies));
  }

  private static List<RiskRule> against(RiskFacts facts) {
    return RiskScore.of(facts, LIMITS).rules();
  }

  @Test
  void anOrdinaryOrderIsAllowed() {
    var score = RiskScore.of(order(200, false, 0, 0, 0, 0), LIMITS);

    assertThat(score.rules()).isEmpty();
    assertThat(score.decision(LIMITS)).isEqualTo(RiskDecision.ALLOW);
  }

  @ParameterizedTest
  @CsvSource({
    "201, false, 0, 0, 0, 0, NEW_ACCOUNT_HIGH_VALUE",
    "20, true, 12, 0, 0, 0, ACCOUNT_VELOCITY",
    "20, true, 0, 15, 0, 0, DEVICE_VELOCITY",
    "20, true, 0, 0, 4, 0, DEVICE_SHARED",
    "20, true, 0, 0, 0, 4, MANY_FAILED_CARDS",
  })
  void eachRuleSpeaksFromItsLimitOn(
      long value,
      boolean paidBefore,
      int account,
      int device,
      int accounts,
      int failed,
      RiskRule rule) {
    assertThat(against(order(value, paidBefore, account, device, accounts, failed)))
        .containsExactly(rule);
    // One less of everything is not enough.
    assertThat(
            against(
                order(
                    value - 1,
                    paidBefore,
                    Math.max(0, account - 1),
                    Math.max(0, device - 1),
                    Math.max(0, accounts - 1),
                    Math.max(0, failed - 1))))
        .isEmpty();
  }

  @Test
  void aRegularMayOrderForALot() {
    assertThat(against(order(5_000, true, 0, 0, 0, 0))).isEmpty();
  }

  @Test
  void reasonsAddUpToARefusal() {
    var score = RiskScore.of(order(300, false, 12, 0, 0, 0), LIMITS);

    assertThat(score.score()).isEqualTo(110);
    assertThat(score.signal(LIMITS).decision()).isEqualTo(RiskDecision.REFUSE);
    assertThat(score.signal(LIMITS).reasons())
        .containsExactly("account_velocity:50", "new_account_high_value:60");
  }

  @Test
  void tryingOutCardsIsRefused() {
    assertThat(RiskScore.of(order(20, true, 0, 0, 0, 12), LIMITS).decision(LIMITS))
        .isEqualTo(RiskDecision.REFUSE);
  }

  @Test
  void testCardsAreRefusedWhereMoneyIsReal() {
    var real = new RiskProperties(50, 100, 12, 15, 4, 200, 4, 5, 3, 10, 6, false);

    assertThat(RiskScore.of(order(20, true, 0, 0, 0, 0), real).rules())
        .containsExactly(RiskRule.TEST_ORDER);
  }

  @Test
  void aDeliveryIsLookedAtBeforeTheCapture() {
    assertThat(against(delivered("carl", 5))).isEmpty();
    assertThat(against(delivered("carl", 6))).containsExactly(RiskRule.COLLUSION);
    assertThat(against(delivered("alice", 0))).containsExactly(RiskRule.SELF_DELIVERY);
    assertThat(against(delivered("carl", 0, "delivered_elsewhere")))
        .containsExactly(RiskRule.ROUTE_ANOMALY);
    assertThat(against(delivered("carl", 0, "standing", "detour"))).isEmpty();
  }
}
