package dev.plaza.notify.webhook;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Bodies of verified calls, read without believing in their shape.
final class Json {

  private static final int DEPTH_MAX = 64;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                  .build())
          .build();

  private Json() {}

  static JsonNode read(byte[] body) {
    try {
      var tree = MAPPER.readTree(body);
      return tree == null ? MAPPER.missingNode() : tree;
    } catch (JacksonException _) {
      throw Refusals.malformed("The body is no JSON.");
    }
  }

  static JsonNode read(String text) {
    return read(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /// The text of a field; empty when it is absent, null or no plain value.
  static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  static @Nullable String orNull(JsonNode node, String field) {
    var text = text(node, field);
    return text.isEmpty() ? null : text;
  }
}
