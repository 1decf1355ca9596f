package dev.plaza.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

class NoNulModuleTests {

  private final JsonMapper json = JsonMapper.builder().addModule(new NoNulModule()).build();

  record Named(Map<String, Object> data, JsonNode tree) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"b~\"}",
        "{\"a~\":\"b\"}",
        "{\"a\":{\"b\":\"c~\"}}",
        "{\"a\":{\"b~\":1}}",
        "{\"a\":[{\"b\":[\"~\"]}]}",
        "{\"a\":[{\"~\":null}]}"
      })
  void neitherValuesNorNamesHaveOneAtAnyDepth(String pattern) {
    for (String member : new String[] {"data", "tree"}) {
      String body = "{\"" + member + "\":" + pattern.replace("~", "\\u0000") + "}";
      assertThatThrownBy(() -> json.readValue(body, Named.class))
          .as(body)
          .isInstanceOf(MismatchedInputException.class)
          .hasMessageContaining("U+0000");
    }
  }

  @Test
  void everythingElsePasses() {
    String data = "{\"a\":{\"b\":[1,\"c\",null,true]}}";
    Named named = json.readValue("{\"data\":" + data + ",\"tree\":" + data + "}", Named.class);
    assertThat(json.writeValueAsString(named.data())).isEqualTo(data);
    assertThat(json.writeValueAsString(named.tree())).isEqualTo(data);
  }
}
