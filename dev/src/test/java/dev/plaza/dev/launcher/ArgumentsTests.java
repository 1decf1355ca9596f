package dev.plaza.dev.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgumentsTests {

  @Test
  void readsWordsValuesAndFlags() {
    var arguments = parse("order", "--port", "9000", "--host=::1", "--separate");

    assertThat(arguments.word("part")).isEqualTo("order");
    assertThat(arguments.whole("port", 8080)).isEqualTo(9000);
    assertThat(arguments.text("host")).contains("::1");
    assertThat(arguments.flag("separate")).isTrue();
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> parse("--prot", "1")).hasMessageContaining("--prot is not an option");
    assertThatThrownBy(() -> parse("--port")).hasMessage("--port needs a value.");
    assertThatThrownBy(() -> parse("--port", "many").whole("port", 1))
        .hasMessage("--port is a whole number, not 'many'.");
    assertThatThrownBy(() -> parse("a", "b").word("part")).hasMessage("Say one part.");
    assertThatThrownBy(() -> parse("--separate=yes")).hasMessageContaining("--separate");
  }

  @Test
  void wantsTheSameOptionsAgain() {
    var options =
        new StackOptions(
            Layout.SEPARATE,
            8088,
            "0.0.0.0",
            true,
            false,
            false,
            6,
            java.util.Map.of("order", 2),
            List.of("order", "gateway"));

    var line = Arguments.parse(Up.line(options), Up.VALUED, Up.FLAGS);

    assertThat(line.text("instances")).contains("order=2");
    assertThat(line.text("only")).contains("order,gateway");
    assertThat(line.flag("no-city")).isTrue();
    assertThat(line.number("time-factor", 1)).isEqualTo(6);
  }

  private static Arguments parse(String... line) {
    return Arguments.parse(List.of(line), Set.of("port", "host"), Set.of("separate"));
  }
}
