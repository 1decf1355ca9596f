package dev.plaza.dev.client;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/// An answer of the platform.
public record Response(int status, HttpHeaders headers, JsonNode body) {

  public boolean ok() {
    return status / 100 == 2;
  }

  /// The stable code of a problem, empty when it is none.
  public String code() {
    return body.path("code").asString("");
  }

  public String detail() {
    return body.path("detail").asString("");
  }

  public String text(String field) {
    return body.path(field).asString("");
  }

  /// Worth asking again: the platform was too busy or a part of it was down.
  public boolean transientFailure() {
    return status == 429 || status >= 500;
  }

  /// The answer in a few words, for messages.
  public String brief() {
    var code = code();
    return status + (code.isEmpty() ? "" : " " + code) + (ok() ? "" : " " + detail());
  }
}
