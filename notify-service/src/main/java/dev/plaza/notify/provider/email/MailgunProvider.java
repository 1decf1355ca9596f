package dev.plaza.notify.provider.email;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Email;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.http.Answer;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.Requests;
import java.util.LinkedHashMap;
import java.util.Map;

/// E-mail by Mailgun's messages endpoint. The answer's id is the Message-ID in angle brackets; the
/// events name it without.
public final class MailgunProvider implements Provider {

  private final String id;
  private final MailgunSettings settings;
  private final HttpCalls http;

  public MailgunProvider(String id, MailgunSettings settings, HttpCalls http) {
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
      throw new IllegalArgumentException("Mailgun carries e-mail only");
    }
    if (HeaderText.address(email.to().address()).isEmpty()) {
      return Recipients.BAD_ADDRESS;
    }
    var path = "/v3/" + Requests.encoded(settings.domain()) + "/messages";
    var request =
        Requests.form(Requests.under(settings.baseUrl(), path), fields(email))
            .header("Authorization", Requests.basic("api", settings.apiKey().reveal()))
            .build();
    return http.send(request, settings.timeout(), this::outcome);
  }

  private Map<String, String> fields(Email email) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("from", Recipients.header(email.from()));
    fields.put("to", Recipients.header(email.to()));
    fields.put("subject", HeaderText.oneLine(email.subject()));
    fields.put("text", email.text());
    if (email.html() != null) {
      fields.put("html", email.html());
    }
    Recipients.headers(email).forEach((name, value) -> fields.put("h:" + name, value));
    fields.put("h:Message-Id", "<" + HeaderText.oneLine(email.messageId()) + ">");
    fields.put("v:attempt_id", email.attemptId());
    fields.put("o:tag", email.category());
    if (settings.testMode()) {
      fields.put("o:testmode", "yes");
    }
    return fields;
  }

  private Outcome outcome(Answer answer) {
    var body = answer.json();
    if (answer.isSuccess()) {
      var ref = body.path("id").asString("").replaceAll("[<>]", "");
      return ref.isEmpty()
          ? new Outcome.Unknown("accepted without a message id")
          : new Outcome.Accepted(ref);
    }
    var words = body.path("message").asString("");
    var code = "http_" + answer.status();
    if (answer.status() == 400 && words.startsWith("'to' parameter")) {
      return new Outcome.Permanent(code, HeaderText.detail(words), Scope.RECIPIENT, false);
    }
    return http.failure(answer, code, HeaderText.detail(words));
  }
}
