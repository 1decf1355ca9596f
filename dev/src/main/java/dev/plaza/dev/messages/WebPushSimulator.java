package dev.plaza.dev.messages;

import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A push service with its browsers: `POST /webpush/browsers` makes a subscription as a browser
/// would; pushes to it are decrypted. `DELETE /webpush/browsers/{id}` unsubscribes it: 410 then.
final class WebPushSimulator {

  private static final String NAME = "webpush";
  private static final int BROWSERS_MAX = 1_000;
  private static final int BODY_MAX = 4_096;
  private static final String TEXT = "text/plain";

  private final Map<String, Browser> browsers =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Browser> eldest) {
              return size() > BROWSERS_MAX;
            }
          });
  private final Outside outside;
  private final String url;

  WebPushSimulator(Outside outside, String url) {
    this.outside = outside;
    this.url = url;
  }

  void register(HttpApi server) {
    server.route("POST", "/webpush/browsers", _ -> subscribe());
    server.route("DELETE", "/webpush/browsers/{id}", this::unsubscribe);
    server.route("POST", "/webpush/push/{id}", this::push);
  }

  private Reply subscribe() throws GeneralSecurityException {
    var browser = new Browser();
    var id = Reception.hex(16);
    browsers.put(id, browser);
    return Reply.json(
        201,
        Map.of(
            "id",
            id,
            "endpoint",
            url + "/webpush/push/" + id,
            "keys",
            Map.of("p256dh", browser.p256dh(), "auth", browser.auth())));
  }

  private Reply unsubscribe(Request request) {
    return browsers.remove(request.at("id")) == null
        ? Reply.text(404, TEXT, "no such browser")
        : Reply.text(200, TEXT, "gone");
  }

  private Reply push(Request request) throws InterruptedException {
    var browser = browsers.get(request.at("id"));
    if (browser == null) {
      return Reply.text(410, TEXT, "push subscription has unsubscribed or expired");
    }
    var authorization = request.header("Authorization");
    if (authorization == null || !authorization.startsWith("vapid t=")) {
      return Reply.text(401, TEXT, "missing VAPID");
    }
    if (request.header("TTL") == null || !"aes128gcm".equals(request.header("Content-Encoding"))) {
      return Reply.text(400, TEXT, "missing TTL, or not encrypted");
    }
    if (request.body().length() > BODY_MAX) {
      return Reply.text(413, TEXT, "payload too large");
    }
    return outside
        .reception()
        .receive(
            NAME,
            () -> take(request, browser),
            status -> Reply.text(status, TEXT, "refused on purpose"));
  }

  private Reply take(Request request, Browser browser) {
    var ref = Reception.hex(12);
    try {
      var shown = Json.tree(browser.decrypt(request.body().getBytes(StandardCharsets.ISO_8859_1)));
      outside
          .mailbox()
          .add(
              new Mailbox.Draft(
                  NAME,
                  "push",
                  ref,
                  "",
                  request.at("id"),
                  shown.path("title").asString(""),
                  shown.path("body").asString(""),
                  "",
                  Map.of(
                      "data", shown.path("data").toString(),
                      "TTL", String.valueOf(request.header("TTL")),
                      "Urgency", String.valueOf(request.header("Urgency")))));
      return new Reply.Answer(201, Map.of("Location", url + "/webpush/m/" + ref), "");
    } catch (GeneralSecurityException e) {
      return Reply.text(400, TEXT, "cannot be decrypted");
    }
  }
}
