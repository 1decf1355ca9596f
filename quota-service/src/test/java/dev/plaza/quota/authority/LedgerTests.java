package dev.plaza.quota.authority;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedgerTests {

  private static Ledger account(@Nullable Long limit, long out, long used) {
    return new Ledger("O", limit, null, out, 0, used, 0);
  }

  @Test
  void rightsThatCameBackAreNews() {
    assertThat(account(10L, 9, 5).isNews(account(10L, 10, 5))).isTrue();
    assertThat(account(12L, 10, 5).isNews(account(10L, 10, 5))).isTrue();
    assertThat(account(10L, 7, 5).isNews(account(10L, 8, 5))).isFalse();
  }

  @Test
  void theLastRightSpentIsNewsOnce() {
    assertThat(account(10L, 10, 10).isNews(account(10L, 10, 9))).isTrue();
    assertThat(account(10L, 10, 10).isNews(account(10L, 10, 10))).isFalse();
    assertThat(account(10L, 10, 9).isNews(account(10L, 10, 8))).isFalse();
  }

  @Test
  void withoutALimitNothingIsNews() {
    assertThat(account(null, 10, 10).isNews(account(null, 9, 8))).isFalse();
  }

  @Test
  void aBudgetIsALimitToo() {
    var spent = new Ledger("O", null, 500L, 3, 500, 3, 500);

    assertThat(spent.isNews(new Ledger("O", null, 500L, 3, 500, 2, 400))).isTrue();
  }
}
