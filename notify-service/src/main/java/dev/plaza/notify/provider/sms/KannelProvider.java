package dev.plaza.notify.provider.sms;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Sms;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.Signatures;
import dev.plaza.notify.provider.http.Answer;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.Requests;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;

/// SMS by the `sendsms` interface of a Kannel gateway.
///
/// The message is posted with `X-Kannel-` headers: a GET would carry the password in its address,
/// and would be repeated by HTTP clients on their own. Kannel names no id, so the attempt is the
/// reference; it comes back in the report's address beside our signature of it.
public final class KannelProvider implements Provider {

  /// delivered, failed, buffered, handed to the centre, refused by it
  private static final String ALL_REPORTS = "31";

  private final String id;
  private final KannelSettings settings;
  private final HttpCalls http;

  public KannelProvider(String id, KannelSettings settings, HttpCalls http) {
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
    return Channel.SMS;
  }

  @Override
  public Outcome send(Outgoing message) {
    if (!(message instanceof Sms sms)) {
      throw new IllegalArgumentException("Kannel carries SMS only");
    }
    return http.send(request(sms), settings.timeout(), answer -> outcome(answer, sms.attemptId()));
  }

  private HttpRequest request(Sms sms) {
    var request =
        Requests.to(Requests.under(settings.endpoint(), "/cgi-bin/sendsms"))
            .header("Content-Type", "text/plain; charset=UTF-8")
            .header("X-Kannel-Username", settings.username())
            .header("X-Kannel-Password", settings.password().reveal())
            .header("X-Kannel-From", settings.from())
            .header("X-Kannel-To", sms.to())
            .header("X-Kannel-Coding", Alphabet.isGsm(sms.text()) ? "0" : "2")
            .header("X-Kannel-Validity", Long.toString(settings.validity().toMinutes()))
            .POST(BodyPublishers.ofByteArray(sms.text().getBytes(StandardCharsets.UTF_8)));
    if (settings.callbackUrl() != null) {
      request
          .header("X-Kannel-DLR-Mask", ALL_REPORTS)
          .header("X-Kannel-DLR-Url", callback(sms.attemptId()));
    }
    return request.build();
  }

  /// Kannel replaces `%d` by the kind of report, `%F` by the centre's id, `%A` by its words.
  private String callback(String attemptId) {
    var attempt = Requests.encoded(attemptId);
    return settings.callbackUrl()
        + "?attempt="
        + attempt
        + "&mac="
        + Signatures.hex(Signatures.hmac("HmacSHA256", settings.callbackKey().reveal(), attemptId))
        + "&status=%d&ref=%F&reply=%A";
  }

  private Outcome outcome(Answer answer, String attemptId) {
    var words = answer.text().strip();
    if (answer.status() == 202 || (answer.status() == 200 && words.startsWith("0:"))) {
      return words.startsWith("0:") || words.startsWith("3:")
          ? new Outcome.Accepted(attemptId)
          : new Outcome.Unknown("accepted in words that Kannel does not use");
    }
    var code = "http_" + answer.status();
    var detail = HeaderText.detail(words);
    return answer.isSuccess()
        ? new Outcome.Unknown("an answer that Kannel does not give")
        : switch (answer.status()) {
          // "Sender missing and no global set, rejected", "Invalid receiver", "Empty text"
          case 400 ->
              new Outcome.Permanent(
                  code, detail, words.contains("eceiver") ? Scope.RECIPIENT : Scope.MESSAGE, false);
          default -> http.failure(answer, code, detail);
        };
  }
}
