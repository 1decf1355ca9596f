package dev.plaza.dev.messages;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Form-encoded fields, sorted by name.
final class FormFields {

  private FormFields() {}

  static Map<String, String> parse(String encoded) {
    var fields = new TreeMap<String, String>();
    for (var pair : encoded.isEmpty() ? new String[0] : encoded.split("&", 200)) {
      var equals = pair.indexOf('=');
      fields.put(
          decoded(equals < 0 ? pair : pair.substring(0, equals)),
          equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return fields;
  }

  static String write(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
        .collect(Collectors.joining("&"));
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
