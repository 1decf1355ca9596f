package dev.plaza.dev.messages;

import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Firebase Cloud Messaging, HTTP v1, and the token service that guards it. A device whose token
/// begins with `bounce` is unregistered.
final class FcmSimulator {

  private static final String NAME = "fcm";
  private static final String ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
  private static final String PREFIX = "ya29.sandbox-";

  private final Outside outside;

  FcmSimulator(Outside outside) {
    this.outside = outside;
  }

  void register(HttpApi server) {
    server.route("POST", "/fcm/token", FcmSimulator::token);
    server.route("POST", "/fcm/v1/projects/{project}/messages:send", this::send);
  }

  private static Reply token(Request request) {
    var fields = FormFields.parse(request.body());
    return fields.getOrDefault("assertion", "").split("\\.").length == 3
        ? Reply.json(
            200,
            Map.of(
                "access_token",
                PREFIX + Reception.hex(12),
                "expires_in",
                3_600,
                "token_type",
                "Bearer"))
        : Reply.json(400, Map.of("error", "invalid_grant"));
  }

  private Reply send(Request request) throws InterruptedException {
    var authorization = request.header("Authorization");
    if (authorization == null || !authorization.startsWith("Bearer " + PREFIX)) {
      return error(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR", "no valid access token");
    }
    var message = Json.tree(request.body()).path("message");
    var token = message.path("token").asString("");
    if (token.isEmpty()) {
      return error(
          400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", "Recipient of the message is not set.");
    }
    if (Story.of(token) == Story.BOUNCE) {
      return error(404, "NOT_FOUND", "UNREGISTERED", "Requested entity was not found.");
    }
    return outside
        .reception()
        .receive(
            NAME,
            () -> take(request.at("project"), token, message),
            status ->
                status == 429
                    ? error(status, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", "refused on purpose")
                    : error(status, "UNAVAILABLE", "UNAVAILABLE", "refused on purpose"));
  }

  private Reply take(String project, String token, JsonNode message) {
    var name = "projects/" + project + "/messages/" + Reception.hex(8);
    var data = new ArrayList<String>();
    message
        .path("data")
        .properties()
        .forEach(it -> data.add(it.getKey() + "=" + it.getValue().asString("")));
    var details = new LinkedHashMap<String, String>();
    details.put("data", String.join(", ", data));
    details.put("android", message.path("android").toString());
    outside
        .mailbox()
        .add(
            new Mailbox.Draft(
                NAME,
                "push",
                name,
                project,
                token,
                message.path("notification").path("title").asString(""),
                message.path("notification").path("body").asString(""),
                "",
                details));
    return Reply.json(200, Map.of("name", name));
  }

  private static Reply.Answer error(int status, String word, String code, String message) {
    return Reply.json(
        status,
        Map.of(
            "error",
            Map.of(
                "code", status,
                "status", word,
                "message", message,
                "details", List.of(Map.of("@type", ERROR, "errorCode", code)))));
  }
}
