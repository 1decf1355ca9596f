package dev.plaza.quota.offer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who is the same person, and which codes are the same offer.
class NamesTests {

  // Q11
  @ParameterizedTest
  @CsvSource({
    "alice, alice",
    "ALICE, alice",
    "Alice@Example.COM, alice@example.com",
    "alice+a@example.com, alice@example.com",
    "a.l.ice+x@gmail.com, alice@gmail.com",
    "a.lice@googlemail.com, alice@gmail.com",
    "a.lice@example.com, a.lice@example.com",
    "+x@example.com, +x@example.com",
    "0197f2a0-0000-7000-8000-0000000000F1, 0197f2a0-0000-7000-8000-0000000000f1",
    "ｗｉｄｅ, wide"
  })
  void aPersonHasOneCanonicalId(String written, String canonical) {
    assertThat(Person.canonical(written)).isEqualTo(canonical);
    assertThat(Person.canonical(canonical)).isEqualTo(canonical);
  }

  @Test
  void whatCanBeNoPersonIsRefused() {
    assertThat(Person.canonical("")).isNull();
    assertThat(Person.canonical("   ")).isNull();
    assertThat(Person.canonical("a\nb")).isNull();
    assertThat(Person.canonical("x".repeat(129))).isNull();
    assertThat(Person.canonical("x".repeat(128))).isNotNull();
    assertThat(Person.canonical("ü".repeat(65))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Summer10", "SUMMER10", " summer10 "})
  void aCodeIsOneOfferHoweverItIsTyped(String code) {
    assertThat(OfferId.canonical(code)).isEqualTo("SUMMER10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a b", "a/b", "é"})
  void whatCanBeNoCodeIsRefused(String code) {
    assertThat(OfferId.canonical(code)).isNull();
    assertThat(OfferId.canonical("x".repeat(65))).isNull();
  }
}
