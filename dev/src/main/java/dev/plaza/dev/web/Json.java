package dev.plaza.dev.web;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// The one JSON mapper of the simulators: snake_case, unknown fields ignored.
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private Json() {}

  public static byte[] bytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  public static String text(Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  public static String pretty(Object value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }

  /// The tree of `json`; an empty text is an absent node.
  public static JsonNode tree(byte[] json) {
    return json.length == 0 ? MAPPER.missingNode() : MAPPER.readTree(json);
  }

  public static <T> T read(byte[] json, Class<T> type) {
    return MAPPER.readValue(json, type);
  }

  public static <T> T read(JsonNode node, Class<T> type) {
    return MAPPER.treeToValue(node, type);
  }

  public static JsonNode tree(String json) {
    return tree(json.getBytes(StandardCharsets.UTF_8));
  }

  public static Map<String, Object> object(String json) {
    return MAPPER.readValue(json, OBJECT);
  }

  /// `value` as a plain tree of maps and lists.
  public static Map<String, Object> object(Object value) {
    return MAPPER.convertValue(value, OBJECT);
  }
}
