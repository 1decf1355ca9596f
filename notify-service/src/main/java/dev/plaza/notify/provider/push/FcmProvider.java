package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Outgoing.Push;
import dev.plaza.notify.provider.Outgoing.Urgency;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.http.Answer;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.Requests;
import dev.plaza.notify.provider.http.RetryAfter;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Push by FCM's HTTP v1 interface.
///
/// A token is pruned only when FCM says `UNREGISTERED`, or when an invalid argument is named to be
/// the registration token: the same code speaks of a bad payload, and a bad payload sent to
/// a thousand devices must not cost one of them.
public final class FcmProvider implements Provider {

  private static final Logger log = LoggerFactory.getLogger(FcmProvider.class);
  private static final int PAYLOAD_MAX = 4_096;
  private static final int COLLAPSE_KEY_MAX = 64;
  private static final Duration TTL_MAX = Duration.ofDays(28);
  private static final Duration QUOTA_PAUSE = Duration.ofMinutes(1);

  private final String id;
  private final FcmSettings settings;
  private final HttpCalls http;
  private final FcmTokens tokens;
  private final URI sendUri;
  private final Clock clock;

  public FcmProvider(String id, FcmSettings settings, HttpCalls http, Clock clock) {
    this.id = id;
    this.settings = settings;
    this.http = http;
    this.clock = clock;
    var account = ServiceAccount.of(settings.credentials());
    this.tokens = new FcmTokens(account, http, settings.timeout(), clock);
    this.sendUri =
        Requests.under(
            settings.baseUrl(),
            "/v1/projects/" + Requests.encoded(account.projectId()) + "/messages:send");
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Channel channel() {
    return Channel.PUSH;
  }

  @Override
  public boolean takes(Outgoing message) {
    return message instanceof Push push && push.device().kind() == Device.Kind.FCM;
  }

  @Override
  public Outcome send(Outgoing message) {
    if (!(message instanceof Push push) || !takes(message)) {
      throw new IllegalArgumentException("FCM reaches its own devices only");
    }
    var size = Payload.forBrowser(push).length;
    if (size > PAYLOAD_MAX) {
      return Payload.tooLarge(size, PAYLOAD_MAX);
    }
    try {
      var token = tokens.token();
      var outcome = post(push, token);
      if (outcome instanceof Outcome.Permanent refused && refused.code().equals("http_401")) {
        // Certainly not sent, so once more with a new token is no repetition.
        tokens.refused(token);
        return post(push, tokens.token());
      }
      return outcome;
    } catch (IOException e) {
      log.debug("No access token for FCM: {}", e.getMessage());
      return new Outcome.Transient("oauth", "no access token", null, Scope.PROVIDER);
    }
  }

  private Outcome post(Push push, String token) {
    var request =
        Requests.json(sendUri, Map.of("validate_only", false, "message", message(push)))
            .header("Authorization", "Bearer " + token)
            .build();
    return http.send(request, settings.timeout(), this::outcome);
  }

  private static Map<String, Object> message(Push push) {
    var ttl = push.ttl().compareTo(TTL_MAX) > 0 ? TTL_MAX : push.ttl();
    var android = new LinkedHashMap<String, Object>();
    android.put("priority", push.urgency() == Urgency.LOW ? "normal" : "high");
    android.put("ttl", Math.max(0, ttl.toSeconds()) + "s");
    if (push.collapseKey() != null) {
      android.put("collapse_key", Payload.collapseKey(push.collapseKey(), COLLAPSE_KEY_MAX));
    }
    return Map.of(
        "token", push.device().token(),
        "notification", Map.of("title", push.title(), "body", push.body()),
        "data", push.data(),
        "android", android);
  }

  private Outcome outcome(Answer answer) {
    var body = answer.json();
    if (answer.isSuccess()) {
      var name = body.path("name").asString("");
      return name.isEmpty()
          ? new Outcome.Unknown("accepted without a name")
          : new Outcome.Accepted(name);
    }
    var error = body.path("error");
    var words = error.path("message").asString("");
    var detail = HeaderText.detail(words);
    var fcm = "";
    for (var it : error.path("details")) {
      if (it.path("@type").asString("").endsWith("google.firebase.fcm.v1.FcmError")) {
        fcm = it.path("errorCode").asString("");
      }
    }
    return switch (fcm) {
      case "UNREGISTERED" -> new Outcome.Permanent(fcm, detail, Scope.RECIPIENT, true);
      case "INVALID_ARGUMENT" -> invalid(fcm, words, detail);
      case "SENDER_ID_MISMATCH" -> new Outcome.Permanent(fcm, detail, Scope.RECIPIENT, false);
      case "THIRD_PARTY_AUTH_ERROR", "APNS_AUTH_ERROR" ->
          new Outcome.Permanent(fcm, detail, Scope.PROVIDER, false);
      case "QUOTA_EXCEEDED" -> {
        var pause = RetryAfter.of(answer, clock);
        yield new Outcome.Transient(
            fcm, detail, pause == null ? QUOTA_PAUSE : pause, Scope.PROVIDER);
      }
      case "UNAVAILABLE", "INTERNAL" ->
          new Outcome.Transient(fcm, detail, RetryAfter.of(answer, clock), Scope.PROVIDER);
      default -> withoutDetail(answer, words, detail);
    };
  }

  private Outcome withoutDetail(Answer answer, String words, String detail) {
    var code = "http_" + answer.status();
    return answer.status() == 400
        ? invalid(code, words, detail)
        : http.failure(answer, code, detail);
  }

  private static Outcome invalid(String code, String words, String detail) {
    var token = words.contains("registration token") || words.contains("message.token");
    return new Outcome.Permanent(code, detail, token ? Scope.RECIPIENT : Scope.MESSAGE, token);
  }
}
