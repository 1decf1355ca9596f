package dev.plaza.order.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RoundingTests {

  @Test
  void halvesGoUp() {
    assertThat(Rounding.halfUp(5, 1, 10)).isEqualTo(1);
    assertThat(Rounding.halfUp(4, 1, 10)).isZero();
    assertThat(Rounding.halfUp(25, 1, 10)).isEqualTo(3);
    assertThat(Rounding.halfUp(0, 5, 7)).isZero();
  }

  @RepeatedTest(200)
  void agreesWithExactDecimals(RepetitionInfo seed) {
    var random = new Random(seed.getCurrentRepetition());
    long amount = random.nextLong(0, 1L << (1 + random.nextInt(61)));
    long numerator = random.nextLong(0, 20_000);
    long denominator = random.nextLong(1, 20_000);
    var exact =
        BigDecimal.valueOf(amount)
            .multiply(BigDecimal.valueOf(numerator))
            .divide(BigDecimal.valueOf(denominator), 0, RoundingMode.HALF_UP);

    if (exact.toBigInteger().bitLength() <= 63) {
      assertThat(Rounding.halfUp(amount, numerator, denominator)).isEqualTo(exact.longValueExact());
    }
  }

  @Test
  void refusesWhatItIsNotFor() {
    assertThatIllegalArgumentException().isThrownBy(() -> Rounding.halfUp(-1, 1, 1));
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> Rounding.halfUp(Long.MAX_VALUE, 3, 2));
  }
}
