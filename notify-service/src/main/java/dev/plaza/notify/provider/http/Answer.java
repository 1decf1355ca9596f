package dev.plaza.notify.provider.http;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// A provider's answer, read whole.
public final class Answer {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final int status;
  private final HttpHeaders headers;
  private final byte[] body;

  Answer(int status, HttpHeaders headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  public int status() {
    return status;
  }

  public boolean isSuccess() {
    return status / 100 == 2;
  }

  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /// The body as JSON; a missing node where it is something else.
  public JsonNode json() {
    try {
      var tree = JSON.readTree(body);
      return tree == null ? MissingNode.getInstance() : tree;
    } catch (JacksonException _) {
      return MissingNode.getInstance();
    }
  }
}
