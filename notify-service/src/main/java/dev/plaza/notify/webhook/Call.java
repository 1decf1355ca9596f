package dev.plaza.notify.webhook;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One call of a provider, as it came.
final class Call {

  private static final int PARAMETERS_MAX = 500;

  private final String query;
  private final Function<String, @Nullable String> header;
  private final byte[] body;

  /// @param query the raw query, empty when there is none
  /// @param header a header's first value
  /// @param body the bytes that were signed
  Call(String query, Function<String, @Nullable String> header, byte[] body) {
    this.query = query;
    this.header = header;
    this.body = body;
  }

  String query() {
    return query;
  }

  byte[] body() {
    return body;
  }

  String header(String name) {
    var value = header.apply(name);
    return value == null ? "" : value;
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /// A parameter of the query; empty when it is absent.
  String parameter(String name) {
    return parameters(query).getOrDefault(name, List.of("")).getFirst();
  }

  Map<String, List<String>> form() {
    return parameters(text());
  }

  /// Form-encoded parameters by name, in the order of the names; empty values are kept.
  static Map<String, List<String>> parameters(String encoded) {
    var values = new TreeMap<String, List<String>>();
    if (encoded.isEmpty()) {
      return values;
    }
    var pairs = encoded.split("&", -1);
    if (pairs.length > PARAMETERS_MAX) {
      throw Refusals.malformed("Too many parameters.");
    }
    for (var pair : pairs) {
      var equals = pair.indexOf('=');
      var name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      var value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
      values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }
    return values;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      throw Refusals.malformed("Broken form encoding.");
    }
  }
}
