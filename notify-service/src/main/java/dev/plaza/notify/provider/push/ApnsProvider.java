package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Channel;
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
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Push to Apple devices over HTTP/2, one provider token for all connections.
///
/// Own requests rather than pushy's: pushy makes a token for every connection, which APNs punishes
/// when connections come and go (`TooManyProviderTokenUpdates`).
public final class ApnsProvider implements Provider, AutoCloseable {

  private static final int PAYLOAD_MAX = 4_096;
  private static final int COLLAPSE_ID_MAX = 64;
  private static final int STREAMS_PER_CONNECTION = 400;
  private static final Pattern DEVICE = Pattern.compile("[0-9a-fA-F]{8,200}");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final String id;
  private final ApnsSettings settings;
  private final List<ApnsConnection> connections = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final Semaphore streams;
  private final ApnsTokens tokens;
  private final Clock clock;

  public ApnsProvider(String id, ApnsSettings settings, Clock clock) {
    this.id = id;
    this.settings = settings;
    this.clock = clock;
    this.tokens = new ApnsTokens(settings, clock);
    this.streams = new Semaphore(settings.connections() * STREAMS_PER_CONNECTION);
    var trust =
        settings.caCertificate().isEmpty() ? null : Trust.only(settings.caCertificate().reveal());
    for (var i = 0; i < settings.connections(); i++) {
      connections.add(new ApnsConnection(new HttpCalls(clock, trust)));
    }
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
    return message instanceof Push push && push.device().kind() == Device.Kind.APNS;
  }

  @Override
  public Outcome send(Outgoing message) {
    if (!(message instanceof Push push) || !takes(message)) {
      throw new IllegalArgumentException("APNs reaches Apple's devices only");
    }
    if (!DEVICE.matcher(push.device().token()).matches()) {
      return new Outcome.Permanent("bad_token", "not a device token", Scope.RECIPIENT, true);
    }
    var payload = payload(push);
    if (payload.length > PAYLOAD_MAX) {
      return Payload.tooLarge(payload.length, PAYLOAD_MAX);
    }
    if (!acquire()) {
      return new Outcome.Transient("connections", "every stream was in use", null, Scope.PROVIDER);
    }
    try {
      return post(push, payload);
    } finally {
      streams.release();
    }
  }

  private boolean acquire() {
    try {
      return streams.tryAcquire(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Outcome post(Push push, byte[] payload) {
    var token = tokens.token();
    var outcome = call(request(push, payload, token));
    if (outcome instanceof Outcome.Transient refused
        && refused.code().equals(ApnsReason.EXPIRED_PROVIDER_TOKEN)) {
      // Certainly not sent, so once more with another token is no repetition.
      var other = tokens.insteadOf(token);
      return other == null ? outcome : call(request(push, payload, other));
    }
    return outcome;
  }

  private Outcome call(HttpRequest request) {
    var connection = connections.get(Math.floorMod(next.getAndIncrement(), connections.size()));
    return connection.send(request, settings.timeout(), this::outcome);
  }

  private HttpRequest request(Push push, byte[] payload, String token) {
    var low = push.urgency() == Urgency.LOW;
    var request =
        Requests.to(Requests.under(settings.baseUrl(), "/3/device/" + push.device().token()))
            .header("authorization", "bearer " + token)
            .header("apns-topic", settings.topic())
            .header("apns-push-type", "alert")
            .header("apns-priority", low ? "5" : "10")
            .header("apns-expiration", Long.toString(expiration(push)))
            .POST(BodyPublishers.ofByteArray(payload));
    if (UUID.matcher(push.attemptId()).matches()) {
      request.header("apns-id", push.attemptId().toLowerCase(Locale.ROOT));
    }
    if (push.collapseKey() != null) {
      request.header("apns-collapse-id", Payload.collapseKey(push.collapseKey(), COLLAPSE_ID_MAX));
    }
    return request.build();
  }

  /// 0: one try, nothing kept.
  private long expiration(Push push) {
    return push.ttl().isPositive() ? clock.instant().plus(push.ttl()).getEpochSecond() : 0;
  }

  private static byte[] payload(Push push) {
    var payload = new LinkedHashMap<String, Object>();
    payload.put(
        "aps",
        Map.of("alert", Map.of("title", push.title(), "body", push.body()), "sound", "default"));
    if (!push.data().isEmpty()) {
      payload.put("data", push.data());
    }
    return Payload.json(payload);
  }

  private Outcome outcome(Answer answer) {
    if (answer.status() == 200) {
      var ref = answer.header("apns-id");
      return ref.isEmpty()
          ? new Outcome.Unknown("accepted without an id")
          : new Outcome.Accepted(ref.toLowerCase(Locale.ROOT));
    }
    var body = answer.json();
    var millis = body.path("timestamp").asLong(0);
    return ApnsReason.outcome(
        body.path("reason").asString(""),
        answer.status(),
        RetryAfter.of(answer, clock),
        millis > 0 ? Instant.ofEpochMilli(millis) : null);
  }

  @Override
  public void close() {
    connections.forEach(ApnsConnection::close);
  }
}
