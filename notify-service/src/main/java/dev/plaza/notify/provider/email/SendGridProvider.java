package dev.plaza.notify.provider.email;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Email;
import dev.plaza.notify.provider.Outgoing.Mailbox;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.http.Answer;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.Requests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// E-mail by SendGrid's v3 interface: 202 with `X-Message-Id` and no body.
///
/// The attempt travels as a custom argument and comes back in every event, also when the answer
/// was lost.
public final class SendGridProvider implements Provider {

  private final String id;
  private final SendGridSettings settings;
  private final HttpCalls http;

  public SendGridProvider(String id, SendGridSettings settings, HttpCalls http) {
    this.id = id;
    this.settings = settings;
    this.http = http;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Channel channel() {
    return Channel.EMAIL;
  }

  @Override
  public Outcome send(Outgoing message) {
    if (!(message instanceof Email email)) {
      throw new IllegalArgumentException("SendGrid carries e-mail only");
    }
    if (HeaderText.address(email.to().address()).isEmpty()) {
      return Recipients.BAD_ADDRESS;
    }
    var request =
        Requests.json(Requests.under(settings.baseUrl(), "/v3/mail/send"), body(email))
            .header("Authorization", "Bearer " + settings.apiKey().reveal())
            .build();
    return http.send(request, settings.timeout(), this::outcome);
  }

  private Map<String, Object> body(Email email) {
    var body = new LinkedHashMap<String, Object>();
    body.put(
        "personalizations",
        List.of(
            Map.of(
                "to", List.of(mailbox(email.to())),
                "custom_args", Map.of("attempt_id", email.attemptId()))));
    body.put("from", mailbox(email.from()));
    body.put("subject", HeaderText.oneLine(email.subject()));
    var content = new ArrayList<Map<String, String>>();
    content.add(Map.of("type", "text/plain", "value", email.text()));
    if (email.html() != null) {
      content.add(Map.of("type", "text/html", "value", email.html()));
    }
    body.put("content", content);
    var headers = new LinkedHashMap<>(Recipients.headers(email));
    headers.put("Message-ID", "<" + HeaderText.oneLine(email.messageId()) + ">");
    body.put("headers", headers);
    body.put("categories", List.of(email.category()));
    if (settings.sandbox()) {
      body.put("mail_settings", Map.of("sandbox_mode", Map.of("enable", true)));
    }
    return body;
  }

  private static Map<String, String> mailbox(Mailbox mailbox) {
    var address = HeaderText.address(mailbox.address()).orElse("");
    var name = HeaderText.oneLine(mailbox.name());
    return name.isEmpty() ? Map.of("email", address) : Map.of("email", address, "name", name);
  }

  private Outcome outcome(Answer answer) {
    if (answer.isSuccess()) {
      var ref = answer.header("X-Message-Id");
      return ref.isEmpty()
          ? new Outcome.Unknown("accepted without a message id")
          : new Outcome.Accepted(ref);
    }
    var error = answer.json().path("errors").path(0);
    var detail = HeaderText.detail(error.path("message").asString(""));
    var code = "http_" + answer.status();
    if (answer.status() == 400 && error.path("field").asString("").contains(".to.")) {
      return new Outcome.Permanent(code, detail, Scope.RECIPIENT, false);
    }
    return http.failure(answer, code, detail);
  }
}
