package dev.plaza.notify.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Cases 37 and 38: who gets which of the offered languages.
class LocalesTests {

  @ParameterizedTest
  @CsvSource({
    "pt-BR, en pt, pt",
    "pt-BR, en pt-PT, en",
    "pt-AO, en pt pt-PT, pt-PT",
    "zh-TW, zh zh-Hant en, zh-Hant",
    "zh-TW, zh en, en",
    "zh-HK, zh-Hant en, zh-Hant",
    "zh-CN, zh en, zh",
    "es-MX, es-419 es en, es-419",
    "es-MX, es en, es",
    "es-ES, es-419 es en, es",
    "en-AU, en-001 en-GB en, en-001",
    "nb, no en, no",
    "nn-NO, no en, no",
    "pt_BR, pt en, pt",
    "PT-br, pt en, pt",
    "pt-BR-x-foo, pt en, pt",
    "pt-BR, pt_BR pt en, pt_BR",
    "xx-invalid, de en, en",
    "de-AT, en de, de",
    "sr-Latn, sr en, en",
    "'', de en, en",
    "not a tag, de en, en"
  })
  void fallsToTheNearestParent(String wanted, String offered, String expected) {
    assertThat(Locales.best(wanted, "en", List.of(offered.split(" ")))).contains(expected);
  }

  @Test
  void offersNothingWhenEvenTheDefaultIsMissing() {
    assertThat(Locales.best("de", "en", List.of("fr"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"de", "de-AT", "zh_Hant_TW", "xx-invalid", "es-419"})
  void knowsTags(String tag) {
    assertThat(Locales.isTag(tag)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "d", "deutsch!", "de--AT", "de AT", "1234567890"})
  void refusesWhatIsNoTag(String tag) {
    assertThat(Locales.isTag(tag)).isFalse();
  }
}
