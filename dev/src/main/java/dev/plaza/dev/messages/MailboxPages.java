package dev.plaza.dev.messages;

import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The mailbox in a browser and as JSON, and the switches of the providers.
final class MailboxPages {

  private static final int LIMIT = 200;
  private static final String HTML = "text/html; charset=utf-8";

  /// No script, no foreign picture, no form to elsewhere: what is shown was written by strangers.
  private static final String PAGE_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'";
  private static final String MESSAGE_POLICY =
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

  private final Outside outside;

  MailboxPages(Outside outside) {
    this.outside = outside;
  }

  void register(HttpApi server) {
    server.route("GET", "/health", _ -> Reply.json(200, Map.of("status", "UP")));
    server.route("GET", "/", this::page);
    server.route("GET", "/messages", this::list);
    server.route("DELETE", "/messages", _ -> clear());
    server.route("GET", "/messages/{id}", this::one);
    server.route("GET", "/messages/{id}/html", this::html);
    server.route("GET", "/switches", _ -> Reply.json(200, switches()));
    server.route("PUT", "/switches/{provider}", this::patch);
    server.route("DELETE", "/switches", _ -> reset());
  }

  private List<Message> found(Map<String, String> query) {
    return outside
        .mailbox()
        .find(query.getOrDefault("to", ""), query.getOrDefault("channel", ""), LIMIT);
  }

  private Reply page(Request request) {
    var query = FormFields.parse(request.query());
    var open = query.getOrDefault("id", "");
    var chosen = open.matches("\\d{1,18}") ? outside.mailbox().get(Long.parseLong(open)) : null;
    var html =
        new MailboxHtml(query.getOrDefault("to", ""), query.getOrDefault("channel", ""))
            .page(
                found(query),
                chosen == null ? null : chosen.orElse(null),
                outside.mailbox().total());
    return Reply.text(200, HTML, html)
        .with("Content-Security-Policy", PAGE_POLICY)
        .with("X-Content-Type-Options", "nosniff")
        .with("Cache-Control", "no-store");
  }

  private Reply list(Request request) {
    return Reply.json(
        200,
        Map.of(
            "items", found(FormFields.parse(request.query())),
            "total", outside.mailbox().total()));
  }

  private Reply one(Request request) {
    return message(request)
        .<Reply>map(message -> Reply.json(200, message))
        .orElseGet(() -> Reply.json(404, Map.of("detail", "no such message")));
  }

  private Reply html(Request request) {
    return message(request)
        .<Reply>map(
            message ->
                Reply.text(200, HTML, message.html())
                    .with("Content-Security-Policy", MESSAGE_POLICY)
                    .with("X-Content-Type-Options", "nosniff"))
        .orElseGet(() -> Reply.text(404, "text/plain", "no such message"));
  }

  private Optional<Message> message(Request request) {
    var id = request.at("id");
    return id.matches("\\d{1,18}") ? outside.mailbox().get(Long.parseLong(id)) : Optional.empty();
  }

  private Reply clear() {
    outside.mailbox().clear();
    return Reply.json(200, Map.of("items", List.of()));
  }

  private Map<String, Object> switches() {
    return Map.of("switches", outside.switches().all(), "reports", outside.reports().counts());
  }

  private Reply patch(Request request) {
    return Reply.json(
        200, outside.switches().patch(request.at("provider"), Json.object(request.body())));
  }

  private Reply reset() {
    outside.switches().reset();
    return Reply.json(200, switches());
  }
}
