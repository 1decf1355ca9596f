package dev.plaza.order.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RetryBudgetTests {

  @Test
  void aFewRetriesAreFreeAndThenEachMustBeEarned() {
    var budget = new RetryBudget(0.2, 3);
    for (int i = 0; i < 3; i++) {
      assertThat(budget.spend()).isTrue();
    }
    assertThat(budget.spend()).isFalse();

    for (int i = 0; i < 4; i++) {
      budget.attempted();
    }
    assertThat(budget.spend()).isFalse();
    budget.attempted();
    assertThat(budget.spend()).isTrue();
    assertThat(budget.spend()).isFalse();
  }

  @Test
  void theReserveDoesNotGrowBeyondItself() {
    var budget = new RetryBudget(1, 2);
    for (int i = 0; i < 100; i++) {
      budget.attempted();
    }

    assertThat(budget.spend()).isTrue();
    assertThat(budget.spend()).isTrue();
    assertThat(budget.spend()).isFalse();
  }
}
