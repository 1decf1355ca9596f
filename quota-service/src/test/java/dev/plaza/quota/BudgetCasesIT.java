package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What broke other systems, through our API. Budgets in money.
/// The number of each case is in its comment.
class BudgetCasesIT extends QuotaServers {

  // Q37, Q38
  @ParameterizedTest
  @CsvSource({"EUR, 1000, 300, 3", "JPY, 10, 3, 3", "KWD, 12345, 4000, 3"})
  void aBudgetInMoneyIsNeverCrossed(String currency, long budget, long each, int times) {
    String offer = code("Budget");
    assertThat(
            ops()
                .put(
                    "/offers/" + offer,
                    """
                    {"discount":{"amount":%d,"currency":"%s"},"budget":{"amount":%d,"currency":"%s"}}
                    """
                        .formatted(each, currency, budget, currency))
                .status())
        .isEqualTo(201);

    var answers = redeemMany(offer, times + 3, "spender");

    assertThat(answers).filteredOn(it -> it.status() == 201).hasSize(times);
    assertThat(answers)
        .filteredOn(it -> it.status() != 201)
        .allSatisfy(it -> assertThat(it.code()).isEqualTo("budget"));
    assertThat(ops().get("/offers/" + offer).number("budget_remaining"))
        .isEqualTo(budget - each * times);
  }

  private String campaign(long budget) {
    String offer = code("Part");
    String rules = "{\"discount\":{\"percent\":10},\"budget\":" + euro(budget) + "}";
    assertThat(ops().put("/offers/" + offer, rules).status()).isEqualTo(201);
    return offer;
  }

  private static String euro(long amount) {
    return "{\"amount\":" + amount + ",\"currency\":\"EUR\"}";
  }

  private QuotaClient.Answer reserve(UUID guid, String offer, String user, long amount) {
    return api().spend(guid, offer, user, ",\"mode\":\"reserve\",\"amount\":" + euro(amount));
  }

  private QuotaClient.Answer confirm(UUID guid, String amount) {
    return api().post("/redemptions/" + guid + "/confirm", "{\"amount\":" + amount + "}");
  }

  // Q38, as with a capture below what was authorised
  @Test
  void aConfirmationBelowTheReservationGivesTheRestBackOnce() {
    String offer = campaign(1_000);
    UUID guid = UUID.randomUUID();
    assertThat(reserve(guid, offer, "a", 1_000).status()).isEqualTo(201);
    assertThat(reserve(UUID.randomUUID(), offer, "b", 1).code()).isEqualTo("budget");

    assertThat(confirm(guid, euro(600)).text("status")).isEqualTo("redeemed");
    assertThat(confirm(guid, euro(600)).text("status")).isEqualTo("redeemed");
    assertThat(api().confirm(guid).text("status")).isEqualTo("redeemed");

    assertThat(ops().get("/offers/" + offer).number("budget_remaining")).isEqualTo(400);
    assertThat(api().get("/redemptions/" + guid).number("amount")).isEqualTo(600);
    assertThat(reserve(UUID.randomUUID(), offer, "c", 401).code()).isEqualTo("budget");
    assertThat(reserve(UUID.randomUUID(), offer, "d", 400).status()).isEqualTo(201);
    assertThat(api().reverse(guid).text("status")).isEqualTo("reversed");
    assertThat(ops().get("/offers/" + offer).number("budget_remaining")).isEqualTo(600);
  }

  @Test
  void aConfirmationNeitherRaisesNorChangesWhatWasConfirmed() {
    String offer = campaign(1_000);
    UUID guid = UUID.randomUUID();
    reserve(guid, offer, "a", 500);

    assertThat(confirm(guid, euro(501)).code()).isEqualTo("amount_differs");
    assertThat(confirm(guid, "{\"amount\":400,\"currency\":\"USD\"}").pointers())
        .containsExactly("/amount/currency");
    assertThat(confirm(guid, euro(-1)).pointers()).containsExactly("/amount/amount");
    assertThat(confirm(UUID.randomUUID(), euro(1)).code()).isEqualTo("unknown_guid");
    assertThat(confirm(guid, euro(300)).status()).isEqualTo(200);
    assertThat(confirm(guid, euro(200)).code()).isEqualTo("amount_differs");

    assertThat(reserve(guid, offer, "a", 500).status()).as("still the same intent").isEqualTo(201);
    assertThat(ops().get("/offers/" + offer).number("budget_remaining")).isEqualTo(700);
  }
}
