package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Outgoing.Push;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.http.Answer;
import dev.plaza.notify.provider.http.HttpCalls;
import dev.plaza.notify.provider.http.Requests;
import dev.plaza.notify.provider.http.RetryAfter;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;

/// Web Push (RFC 8030): encrypted for one browser, posted to the address it gave us.
///
/// Only 404 and 410 say that a subscription is gone. 400, 401 and 403 are about our own keys and
/// never cost a subscriber.
public final class WebPushProvider implements Provider {

  private static final int TOPIC_MAX = 32;

  private final String id;
  private final WebPushSettings settings;
  private final HttpCalls http;
  private final Clock clock;
  private final Vapid vapid;
  private final PushEncryption encryption = new PushEncryption();

  public WebPushProvider(String id, WebPushSettings settings, HttpCalls http, Clock clock) {
    this.id = id;
    this.settings = settings;
    this.http = http;
    this.clock = clock;
    this.vapid = new Vapid(settings, clock);
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
    return message instanceof Push push && push.device().kind() == Device.Kind.WEB_PUSH;
  }

  @Override
  public Outcome send(Outgoing message) {
    if (!(message instanceof Push push) || !takes(message)) {
      throw new IllegalArgumentException("Web Push reaches browsers only");
    }
    var endpoint = endpoint(push.device().token());
    if (endpoint.isEmpty()) {
      return new Outcome.Permanent(
          "bad_endpoint", "not the address of a known push service", Scope.RECIPIENT, true);
    }
    var plaintext = Payload.forBrowser(push);
    if (plaintext.length > PushEncryption.PLAINTEXT_MAX) {
      return Payload.tooLarge(plaintext.length, PushEncryption.PLAINTEXT_MAX);
    }
    try {
      return post(endpoint.get(), push, sealed(plaintext, push.device()));
    } catch (GeneralSecurityException _) {
      return new Outcome.Permanent(
          "bad_subscription", "the subscription's keys are broken", Scope.RECIPIENT, true);
    }
  }

  private byte[] sealed(byte[] plaintext, Device device) throws GeneralSecurityException {
    if (device.p256dh() == null || device.auth() == null) {
      throw new GeneralSecurityException("a subscription without keys");
    }
    return encryption.encrypt(plaintext, device.p256dh(), device.auth());
  }

  private Outcome post(URI endpoint, Push push, byte[] body) {
    var request =
        Requests.to(endpoint)
            .header("TTL", Long.toString(Math.max(0, push.ttl().toSeconds())))
            .header("Urgency", push.urgency().name().toLowerCase(Locale.ROOT))
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .header("Authorization", vapid.authorization(endpoint))
            .POST(BodyPublishers.ofByteArray(body));
    if (push.collapseKey() != null) {
      request.header("Topic", Payload.collapseKey(push.collapseKey(), TOPIC_MAX));
    }
    return http.send(
        request.build(), settings.timeout(), answer -> outcome(answer, push.attemptId()));
  }

  private Outcome outcome(Answer answer, String attemptId) {
    if (answer.isSuccess()) {
      var location = answer.header("Location");
      return new Outcome.Accepted(location.isEmpty() ? attemptId : location);
    }
    var code = "http_" + answer.status();
    var detail = HeaderText.detail(answer.text());
    return switch (answer.status()) {
      case 404, 410 -> new Outcome.Permanent(code, detail, Scope.RECIPIENT, true);
      case 413 -> new Outcome.Permanent(code, detail, Scope.MESSAGE, false);
      case 400, 401, 403 -> new Outcome.Permanent(code, detail, Scope.PROVIDER, false);
      // The limit is the subscription's, not ours as a whole.
      case 429 ->
          new Outcome.Transient(code, detail, RetryAfter.of(answer, clock), Scope.RECIPIENT);
      default -> http.failure(answer, code, detail);
    };
  }

  private Optional<URI> endpoint(String text) {
    try {
      var uri = URI.create(text);
      var host = uri.getHost();
      if (host == null || uri.getScheme() == null || uri.getUserInfo() != null) {
        return Optional.empty();
      }
      var port = uri.getPort();
      var known =
          "https".equals(uri.getScheme())
              && (port < 0 || port == 443)
              && settings.hosts().stream()
                  .anyMatch(it -> matches(it, host.toLowerCase(Locale.ROOT)));
      return known || settings.origins().contains(Vapid.origin(uri))
          ? Optional.of(uri)
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static boolean matches(String pattern, String host) {
    return pattern.startsWith("*.") ? host.endsWith(pattern.substring(1)) : host.equals(pattern);
  }
}
