package dev.plaza.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0197f2a0-0000-7000-8000-0000000000f1",
        "0197F2A0-0000-7000-8000-0000000000F1",
        "00000000-0000-0000-0000-000000000000"
      })
  void anIdHasDigitsAndDashesInTheirPlaces(String text) {
    assertThat(Ids.isId(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1-1-1-1-1",
        "0197f2a0-0000-7000-8000-0000000000f",
        "0197f2a0-0000-7000-8000-0000000000f11",
        "0197f2a00000-7000-8000-0000000000f1--",
        "0197f2a0-0000-7000-8000-0000000000g1",
        "0197f2a0_0000_7000_8000_0000000000f1",
        "0197f2a0-0000-7000-8000-00000000-0f1",
        "٠197f2a0-0000-7000-8000-0000000000f1"
      })
  void nothingElseIs(String text) {
    assertThat(Ids.isId(text)).isFalse();
  }
}
