package dev.plaza.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NoNulModuleTests {

  private final JsonMapper json = JsonMapper.builder().addModule(new NoNulModule()).build();

  record Named(Map<String, Object> data, JsonNode tree) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":\"b~\"} | a",
        "{\"a~\":\"b\"} | ''",
        "{\"a\":{\"b\":\"c~\"}} | a b",
        "{\"a\":{\"b~\":1}} | a",
        "{\"a\":[{\"b\":[\"~\"]}]} | a 0 b 0",
        "{\"a\":[{\"~\":null}]} | a 0"
      })
  void neitherValuesNorNamesHaveOneAtAnyDepth(String pattern, String where) {
    for (String member : new String[] {"data", "tree"}) {
      String body = "{\"" + member + "\":" + pattern.replace("~", "\\u0000") + "}";
      assertThatThrownBy(() -> json.readValue(body, Named.class))
          .as(body)
          .isInstanceOfSatisfying(
              NulException.class,
              it -> assertThat(path(it)).isEqualTo((member + " " + where).strip()));
    }
  }

  private static String path(NulException e) {
    return e.getPath().stream()
        .map(it -> it.getPropertyName() == null ? "" + it.getIndex() : it.getPropertyName())
        .collect(Collectors.joining(" "));
  }

  @Test
  void everythingElsePasses() {
    String data = "{\"a\":{\"b\":[1,\"c\",null,true]}}";
    Named named = json.readValue("{\"data\":" + data + ",\"tree\":" + data + "}", Named.class);
    assertThat(json.writeValueAsString(named.data())).isEqualTo(data);
    assertThat(json.writeValueAsString(named.tree())).isEqualTo(data);
  }
}
