package dev.plaza.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LenientTargetsTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/r?filters=cuisine:thai|ramen; /r?filters=cuisine:thai%7Cramen",
        "/r?q={x}; /r?q=%7Bx%7D",
        "/r?q=100%; /r?q=100%25",
        "/r?q=%4g; /r?q=%254g",
        "/r?q=a\\b; /r?q=a%5Cb"
      })
  void encodesWhatPeopleTypeRaw(String typed, String sent) {
    assertThat(LenientTargets.encoded(typed)).isEqualTo(sent);
    assertThat(URI.create(LenientTargets.encoded(typed))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/r?geo=48.2,16.3&q=a%20b+c", "/order/x%2Fy?cursor=ab-_~.!'()*"})
  void leavesAProperTargetAlone(String target) {
    assertThat(LenientTargets.encoded(target)).isSameAs(target);
  }

  @Test
  void keepsTheBytesOfRawUtf8() {
    String latin1 =
        new String(
            "ö".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            java.nio.charset.StandardCharsets.ISO_8859_1);

    assertThat(LenientTargets.encoded("/r?q=" + latin1)).isEqualTo("/r?q=%C3%B6");
  }
}
