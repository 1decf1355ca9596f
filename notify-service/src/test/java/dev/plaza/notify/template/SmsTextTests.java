package dev.plaza.notify.template;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cases 51 and 53, and the vectors of the notes.
class SmsTextTests {

  @ParameterizedTest
  @CsvSource({
    "à, 160, '', 1",
    "à, 161, '', 2",
    "à, 306, '', 2",
    "à, 307, '', 3",
    "à, 918, '', 6",
    "à, 919, '', 7",
    "ÿ, 70, '', 1",
    "ÿ, 71, '', 2",
    "ÿ, 134, '', 2",
    "ÿ, 135, '', 3",
    "à, 70, ÿ, 2",
    "^, 80, '', 1",
    "^, 81, '', 2",
    "a, 158, |, 1",
    "a, 159, |, 2",
    "a, 304, [, 2",
    "a, 304, [], 3"
  })
  void countsSegments(String repeated, int times, String end, int segments) {
    assertThat(SmsText.of(repeated.repeat(times) + end).segments()).isEqualTo(segments);
  }

  /// In UCS-2 the extension characters are one unit each.
  @Test
  void countsExtensionCharactersByTheAlphabetThatIsUsed() {
    var text = SmsText.of("this is a " + "]".repeat(74) + "😘");

    assertThat(text).isEqualTo(new SmsText(SmsText.Encoding.UCS_2, 86, 2));
    assertThat(SmsText.of("|".repeat(24) + "{" + "|".repeat(28) + "∞" + "|".repeat(16)))
        .isEqualTo(new SmsText(SmsText.Encoding.UCS_2, 70, 1));
  }

  @Test
  void keepsSurrogatePairsTogether() {
    assertThat(SmsText.of("ÿ".repeat(66) + "😘" + "ÿ".repeat(66)).segments()).isEqualTo(3);
    assertThat(SmsText.of("😘".repeat(35)).segments()).isEqualTo(1);
    assertThat(SmsText.of("😘".repeat(36)).segments()).isEqualTo(2);
  }

  /// æøå cost one each: counted from the text, not from its URL encoding.
  @Test
  void countsCharactersNotTheirEncoding() {
    assertThat(SmsText.of("æøå")).isEqualTo(new SmsText(SmsText.Encoding.GSM_7, 3, 1));
    assertThat(SmsText.of("")).isEqualTo(new SmsText(SmsText.Encoding.GSM_7, 0, 1));
  }
}
