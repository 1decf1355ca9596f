package dev.plaza.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

class NoNulModuleTests {

  private final JsonMapper json = JsonMapper.builder().addModule(new NoNulModule()).build();

  record Named(Map<String, Object> data) {}

  @Test
  void neitherValuesNorNamesHaveOne() {
    for (String data : new String[] {"{\"a\":\"b\\u0000\"}", "{\"a\\u0000\":\"b\"}"}) {
      String body = "{\"data\":" + data + "}";
      assertThatThrownBy(() -> json.readValue(body, Named.class))
          .as(body)
          .isInstanceOf(MismatchedInputException.class)
          .hasMessageContaining("U+0000");
    }
    assertThat(json.readValue("{\"data\":{\"a\":\"b\"}}", Named.class).data())
        .containsEntry("a", "b");
  }
}
