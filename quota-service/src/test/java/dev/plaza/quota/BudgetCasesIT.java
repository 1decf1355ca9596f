package dev.plaza.quota;

import static org.assertj.core.api.Assertions.assertThat;

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
}
