package dev.plaza.dev.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTests {

  private static Options parse(String... args) {
    return Options.parse(
        args, Map.of("X_PORT", "7", "X_FOR", "2m"), "X", List.of("port", "for", "quiet!"));
  }

  @Test
  void takesTheLineBeforeTheEnvironment() {
    var options = parse("--port=9", "--quiet");

    assertThat(options.whole("port", 1)).isEqualTo(9);
    assertThat(options.duration("for", Duration.ZERO)).isEqualTo(Duration.ofMinutes(2));
    assertThat(options.flag("quiet")).isTrue();
    assertThat(parse("--for", "250ms").duration("for", Duration.ZERO).toMillis()).isEqualTo(250);
  }

  @Test
  void saysWhatItDoesNotUnderstand() {
    assertThatThrownBy(() -> parse("--prot", "1")).hasMessageContaining("--port");
    assertThatThrownBy(() -> parse("--port", "x").whole("port", 1)).hasMessageContaining("'x'");
    assertThatThrownBy(() -> parse("--port")).hasMessageContaining("needs a value");
    assertThatThrownBy(() -> parse("up")).hasMessageContaining("no option");
  }
}
