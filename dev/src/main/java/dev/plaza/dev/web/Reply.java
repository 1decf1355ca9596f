package dev.plaza.dev.web;

import java.util.HashMap;
import java.util.Map;

/// What a handler answers.
public sealed interface Reply {

  record Answer(int status, Map<String, String> headers, String body) implements Reply {
    public Answer with(String name, String value) {
      var more = new HashMap<>(headers);
      more.put(name, value);
      return new Answer(status, Map.copyOf(more), body);
    }
  }

  /// No answer: the connection is closed, as when the network is lost.
  record Dropped() implements Reply {}

  static Answer json(int status, Object value) {
    return new Answer(status, Map.of("Content-Type", "application/json"), Json.text(value));
  }

  static Answer text(int status, String contentType, String text) {
    return new Answer(status, Map.of("Content-Type", contentType), text);
  }
}
