package dev.plaza.catalog.places;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.TokenBuffer;

/// A GeoJSON FeatureCollection, read feature by feature: the file is never in memory as a whole.
final class FeatureFile implements AutoCloseable {

  private final JsonMapper json;
  private final JsonParser parser;
  private final int featureTokensMax;
  private final Map<String, String> header = new HashMap<>();
  private boolean inFeatures;
  private boolean ended;

  FeatureFile(InputStream in, JsonMapper json, int featureTokensMax) {
    this.json = json;
    this.parser = json.createParser(in);
    this.featureTokensMax = featureTokensMax;
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw malformed("", "must be a GeoJSON FeatureCollection");
    }
  }

  /// Strings of the collection itself that stood before its features: `attribution`, `timezone`, …
  @Nullable String header(String name) {
    return header.get(name);
  }

  /// @return null after the last feature
  @Nullable JsonNode next() {
    if (!inFeatures && !ended) {
      readUntilFeatures();
    }
    if (ended) {
      return null;
    }
    var token = parser.nextToken();
    if (token == JsonToken.END_ARRAY) {
      inFeatures = false;
      readUntilFeatures();
      return next();
    }
    if (token == null) {
      throw malformed("/features", "ends in the middle");
    }
    if (token != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return json.nullNode();
    }
    return bounded();
  }

  /// A feature of absurd size is skipped, not built.
  private JsonNode bounded() {
    try (var tokens = TokenBuffer.forGeneration()) {
      int depth = 0;
      int count = 0;
      do {
        if (++count > featureTokensMax) {
          while (depth > 0) {
            depth += change(parser.nextToken());
          }
          return json.createObjectNode().put("too_large", true);
        }
        depth += change(parser.currentToken());
        tokens.copyCurrentEvent(parser);
      } while (depth > 0 && parser.nextToken() != null);
      return json.readTree(tokens);
    }
  }

  private static int change(@Nullable JsonToken token) {
    if (token == null) {
      throw malformed("/features", "ends in the middle");
    }
    return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
  }

  private void readUntilFeatures() {
    var name = parser.nextName();
    while (name != null) {
      var token = parser.nextToken();
      if (name.equals("features")) {
        if (token != JsonToken.START_ARRAY) {
          throw malformed("/features", "must be an array");
        }
        inFeatures = true;
        return;
      }
      if (token == JsonToken.VALUE_STRING) {
        header.put(name, parser.getString());
      } else {
        parser.skipChildren();
      }
      name = parser.nextName();
    }
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw malformed("", "ends in the middle");
    }
    ended = true;
    if (!"FeatureCollection".equals(header.get("type"))) {
      throw malformed("/type", "must be FeatureCollection");
    }
  }

  static ProblemException malformed(String pointer, String detail) {
    return new ProblemException(CommonProblem.MALFORMED, "The file cannot be read as GeoJSON.")
        .at(pointer, detail);
  }

  @Override
  public void close() {
    parser.close();
  }
}
