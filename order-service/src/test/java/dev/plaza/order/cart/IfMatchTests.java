package dev.plaza.order.cart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plaza.platform.problem.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class IfMatchTests {

  @ParameterizedTest
  @ValueSource(strings = {"3", "\"3\"", "W/\"3\"", "*", "\"2\", \"3\"", " 3 "})
  void matchesInEveryNotation(String header) {
    assertThat(IfMatch.required(header).matches(3)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "\"33\"", "three", "\"", "3.0", "\"2\", \"4\"", "-3"})
  void matchesNothingElse(String header) {
    assertThat(IfMatch.required(header).matches(3)).isFalse();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  "})
  void mustBeSentWhereItIsRequired(String header) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> IfMatch.required(header))
        .satisfies(it -> assertThat(it.code().status()).isEqualTo(428));
  }

  @Test
  void isAnyVersionWhereItIsOptional() {
    assertThat(IfMatch.optional(null).matches(7)).isTrue();
    assertThat(IfMatch.optional("6").matches(7)).isFalse();
  }
}
