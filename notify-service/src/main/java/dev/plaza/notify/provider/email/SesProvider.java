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
import dev.plaza.notify.provider.http.RetryAfter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// E-mail by Amazon SES v2. SES makes its own Message-ID; the attempt travels as an e-mail tag.
public final class SesProvider implements Provider {

  private static final String UTF_8 = "UTF-8";

  private final String id;
  private final SesSettings settings;
  private final HttpCalls http;
  private final SesRequests requests;
  private final Clock clock;

  public SesProvider(String id, SesSettings settings, HttpCalls http, Clock clock) {
    this.id = id;
    this.settings = settings;
    this.http = http;
    this.requests = new SesRequests(settings, clock);
    this.clock = clock;
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
      throw new IllegalArgumentException("SES carries e-mail only");
    }
    if (HeaderText.address(email.to().address()).isEmpty()) {
      return Recipients.BAD_ADDRESS;
    }
    return http.send(requests.send(body(email)), settings.timeout(), this::outcome);
  }

  private Map<String, Object> body(Email email) {
    var text = new LinkedHashMap<String, Object>();
    text.put("Text", data(email.text()));
    if (email.html() != null) {
      text.put("Html", data(email.html()));
    }
    var headers = new ArrayList<Map<String, String>>();
    Recipients.headers(email)
        .forEach((name, value) -> headers.add(Map.of("Name", name, "Value", value)));
    var simple = new LinkedHashMap<String, Object>();
    simple.put("Subject", data(HeaderText.oneLine(email.subject())));
    simple.put("Body", text);
    simple.put("Headers", headers);
    var body = new LinkedHashMap<String, Object>();
    body.put("FromEmailAddress", Recipients.header(email.from()));
    body.put("Destination", Map.of("ToAddresses", List.of(Recipients.header(email.to()))));
    body.put("Content", Map.of("Simple", simple));
    body.put(
        "EmailTags",
        List.of(
            Map.of("Name", "attempt_id", "Value", email.attemptId()),
            Map.of("Name", "category", "Value", tag(email.category()))));
    if (!settings.configurationSet().isEmpty()) {
      body.put("ConfigurationSetName", settings.configurationSet());
    }
    return body;
  }

  private static Map<String, String> data(String text) {
    return Map.of("Data", text, "Charset", UTF_8);
  }

  private static String tag(String text) {
    return text.replaceAll("[^A-Za-z0-9_-]", "_");
  }

  private Outcome outcome(Answer answer) {
    var body = answer.json();
    if (answer.isSuccess()) {
      var ref = body.path("MessageId").asString("");
      return ref.isEmpty()
          ? new Outcome.Unknown("accepted without a message id")
          : new Outcome.Accepted(ref);
    }
    var type = errorType(answer);
    var detail =
        HeaderText.detail(body.path("message").asString(body.path("Message").asString("")));
    var code = type.isEmpty() ? "http_" + answer.status() : type;
    return switch (type) {
      case "MessageRejected", "BadRequestException", "ValidationException" ->
          new Outcome.Permanent(code, detail, Scope.MESSAGE, false);
      case "AccountSuspendedException",
          "SendingPausedException",
          "MailFromDomainNotVerifiedException",
          "NotFoundException",
          "LimitExceededException",
          "AccessDeniedException",
          "SignatureDoesNotMatch",
          "InvalidSignatureException",
          "UnrecognizedClientException" ->
          new Outcome.Permanent(code, detail, Scope.PROVIDER, false);
      case "TooManyRequestsException", "ThrottlingException", "Throttling" ->
          new Outcome.Transient(code, detail, RetryAfter.of(answer, clock), Scope.PROVIDER);
      default -> http.failure(answer, code, detail);
    };
  }

  /// `x-amzn-ErrorType: MessageRejected:http://…`, or the body's `__type` with a name space.
  private static String errorType(Answer answer) {
    var header = answer.header("x-amzn-ErrorType");
    var type = header.isEmpty() ? answer.json().path("__type").asString("") : header;
    type = type.split(":", 2)[0];
    type = type.substring(type.lastIndexOf('#') + 1);
    return type.matches("[A-Za-z]{1,60}") ? type : "";
  }
}
