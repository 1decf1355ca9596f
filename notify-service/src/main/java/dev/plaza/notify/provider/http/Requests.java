package dev.plaza.notify.provider.http;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/// How requests to providers are written.
public final class Requests {

  private static final JsonMapper JSON = JsonMapper.shared();

  private Requests() {}

  public static HttpRequest.Builder json(URI uri, Object body) {
    return to(uri)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
  }

  public static HttpRequest.Builder form(URI uri, Map<String, String> fields) {
    return to(uri)
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(BodyPublishers.ofString(encoded(fields)));
  }

  /// A request without body yet. Over plain HTTP no upgrade to HTTP/2 is offered.
  public static HttpRequest.Builder to(URI uri) {
    var builder = HttpRequest.newBuilder(uri);
    return "https".equals(uri.getScheme()) ? builder : builder.version(HttpClient.Version.HTTP_1_1);
  }

  public static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
        .collect(Collectors.joining("&"));
  }

  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  public static String basic(String user, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /// `path` below a configured base URL, which may end with a slash.
  public static URI under(URI base, String path) {
    var text = base.toString();
    return URI.create((text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + path);
  }
}
