package dev.plaza.notify.provider.sms;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Sms;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.http.Answer;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.Requests;
import dev.plaza.notify.provider.http.RetryAfter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/// SMS by Twilio's Messages resource. The attempt travels in the callback's address, so that a
/// report finds it even when the answer was lost.
public final class TwilioProvider implements Provider {

  static final int BODY_MAX = 1_600;

  private final String id;
  private final TwilioSettings settings;
  private final HttpCalls http;
  private final Clock clock;

  public TwilioProvider(String id, TwilioSettings settings, HttpCalls http, Clock clock) {
    this.id = id;
    this.settings = settings;
    this.http = http;
    this.clock = clock;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Channel channel() {
    return Channel.SMS;
  }

  @Override
  public Outcome send(Outgoing message) {
    if (!(message instanceof Sms sms)) {
      throw new IllegalArgumentException("Twilio carries SMS only");
    }
    if (sms.text().isEmpty() || sms.text().length() > BODY_MAX) {
      return new Outcome.Permanent(
          "bad_length", "an SMS holds 1 to " + BODY_MAX + " characters", Scope.MESSAGE, false);
    }
    var path = "/2010-04-01/Accounts/" + settings.accountSid() + "/Messages.json";
    var request =
        Requests.form(Requests.under(settings.baseUrl(), path), fields(sms))
            .header(
                "Authorization",
                Requests.basic(settings.accountSid(), settings.authToken().reveal()))
            .build();
    return http.send(request, settings.timeout(), this::outcome);
  }

  private Map<String, String> fields(Sms sms) {
    var fields = new LinkedHashMap<String, String>();
    fields.put("To", sms.to());
    if (settings.from().isBlank()) {
      fields.put("MessagingServiceSid", settings.messagingServiceSid());
    } else {
      fields.put("From", settings.from());
    }
    fields.put("Body", sms.text());
    fields.put("ValidityPeriod", Long.toString(settings.validity().toSeconds()));
    if (settings.callbackUrl() != null) {
      fields.put(
          "StatusCallback",
          settings.callbackUrl() + "?attempt=" + Requests.encoded(sms.attemptId()));
    }
    return fields;
  }

  private Outcome outcome(Answer answer) {
    var body = answer.json();
    if (answer.isSuccess()) {
      var sid = body.path("sid").asString("");
      return sid.isEmpty()
          ? new Outcome.Unknown("accepted without a sid")
          : new Outcome.Accepted(sid);
    }
    var number = body.path("code").asInt(0);
    var detail = HeaderText.detail(body.path("message").asString(""));
    var code = number == 0 ? "http_" + answer.status() : "twilio_" + number;
    return switch (number) {
      // Not a number, not mobile, or its owner sent STOP.
      case 21211, 21217, 21401, 21421, 21614, 21610 ->
          new Outcome.Permanent(code, detail, Scope.RECIPIENT, true);
      case 21612, 21219 -> new Outcome.Permanent(code, detail, Scope.RECIPIENT, false);
      case 21602, 21605, 21617, 21619, 21623 ->
          new Outcome.Permanent(code, detail, Scope.MESSAGE, false);
      case 20003, 21408, 21603, 21606, 21607, 21660, 21703, 30034 ->
          new Outcome.Permanent(code, detail, Scope.PROVIDER, false);
      case 20429, 14107, 21611, 30001 ->
          new Outcome.Transient(code, detail, RetryAfter.of(answer, clock), Scope.PROVIDER);
      default -> http.failure(answer, code, detail);
    };
  }
}
