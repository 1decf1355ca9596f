package dev.plaza.notify.delivery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The decisions about a delivery, in their order. Checks that were passed in a row are written as
/// one entry, since most messages pass them all.
final class Trail {

  private final Instant at;
  private final List<Object> entries = new ArrayList<>();
  private @Nullable List<String> passes;

  Trail(Instant at) {
    this.at = at;
  }

  /// One decision.
  record Decision(Instant at, String check, String outcome, @Nullable String detail) {}

  void pass(String check) {
    if (passes == null) {
      passes = new ArrayList<>();
      entries.add(Map.of("t", at.toString(), "pass", passes));
    }
    passes.add(check);
  }

  void add(String check, String outcome, @Nullable String detail) {
    passes = null;
    var entry = new LinkedHashMap<String, String>();
    entry.put("t", at.toString());
    entry.put("check", check);
    entry.put("outcome", outcome);
    if (detail != null) {
      entry.put("detail", detail);
    }
    entries.add(entry);
  }

  String written(JsonMapper json) {
    return json.writeValueAsString(entries);
  }

  static List<Decision> read(JsonMapper json, String text) {
    var decisions = new ArrayList<Decision>();
    for (JsonNode entry : json.readTree(text)) {
      Instant at = Instant.parse(entry.get("t").asString());
      if (entry.has("pass")) {
        for (JsonNode check : entry.get("pass")) {
          decisions.add(new Decision(at, check.asString(), "passed", null));
        }
      } else {
        JsonNode detail = entry.get("detail");
        decisions.add(
            new Decision(
                at,
                entry.get("check").asString(),
                entry.get("outcome").asString(),
                detail == null ? null : detail.asString()));
      }
    }
    return decisions;
  }
}
