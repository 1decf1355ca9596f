package dev.plaza.dev.web;

import com.sun.net.httpserver.Headers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request that was read whole.
///
/// @param path the values of the route's `{names}`
/// @param query the raw query text, empty when there is none
public record Request(
    String method,
    String target,
    Map<String, String> path,
    String query,
    Headers headers,
    String body) {

  public @Nullable String header(String name) {
    return headers.getFirst(name);
  }

  /// The value of a `{name}` of the route.
  public String at(String name) {
    var value = path.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no {" + name + "}");
    }
    return value;
  }
}
