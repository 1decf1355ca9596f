package dev.plaza.order.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class AllocationTests {

  @Test
  void theLargestFractionsGetWhatIsLeftOver() {
    assertThat(Allocation.of(100, new long[] {1, 1, 1})).containsExactly(34, 33, 33);
    assertThat(Allocation.of(10, new long[] {55, 25, 20})).containsExactly(6, 2, 2);
    assertThat(Allocation.of(7, new long[] {1, 2, 4})).containsExactly(1, 2, 4);
  }

  @Test
  void worksBeyondWhereProductsOverflow() {
    long half = Long.MAX_VALUE / 2;

    assertThat(Allocation.of(half, new long[] {half, half}))
        .containsExactly(half / 2 + 1, half / 2);
  }

  @Test
  void layingSomethingOnNothingIsAnError() {
    assertThat(Allocation.of(0, new long[] {0, 0})).containsExactly(0, 0);
    assertThat(Allocation.of(0, new long[0])).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> Allocation.of(1, new long[] {0, 0}));
  }

  @RepeatedTest(200)
  void partsSumToTheWholeAndStayWithinTheirWeights(RepetitionInfo seed) {
    var random = new Random(seed.getCurrentRepetition());
    long[] weights = random.longs(1 + random.nextInt(40), 0, 1_000_000).toArray();
    weights[0]++;
    long sum = Arrays.stream(weights).sum();
    long amount = random.nextLong(sum + 1);

    long[] parts = Allocation.of(amount, weights);

    assertThat(Arrays.stream(parts).sum()).isEqualTo(amount);
    for (int i = 0; i < parts.length; i++) {
      assertThat(parts[i]).isBetween(0L, weights[i]);
      // never a whole unit away from the exact share
      assertThat(Math.abs((double) amount * weights[i] / sum - parts[i])).isLessThan(1);
    }
  }
}
