package dev.plaza.dev.messages;

import com.eatthepath.pushy.apns.server.MockApnsServer;
import com.eatthepath.pushy.apns.server.MockApnsServerBuilder;
import com.eatthepath.pushy.apns.server.RejectedNotificationException;
import com.eatthepath.pushy.apns.server.RejectionReason;
import com.eatthepath.pushy.apns.server.UnregisteredDeviceTokenException;
import dev.plaza.dev.messages.SwitchBoard.Fate;
import dev.plaza.dev.web.Json;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Apple's push service, over HTTP/2 and TLS. Tokens are hexadecimal, so those that begin with
/// `dead` are unregistered, and those that begin with `bad0` are no tokens.
///
/// It answers on its connection's thread: a slow answer holds up the others of that connection. The
/// switch `garbage_rate` does as `silent_rate`.
final class ApnsSimulator implements AutoCloseable {

  private static final String NAME = "apns";
  private static final int PAYLOAD_MAX = 4_096;
  private static final Duration SILENT_FOR = Duration.ofSeconds(20);
  private static final long WAIT_SECONDS = 20;

  private final Outside outside;
  private final MockApnsServer server;
  private final int port;

  ApnsSimulator(Outside outside, ApnsKeys keys, int port) throws IOException {
    this.outside = outside;
    this.server =
        new MockApnsServerBuilder()
            .setServerCredentials(
                new java.security.cert.X509Certificate[] {keys.certificate()}, keys.key(), null)
            .setHandlerFactory(_ -> this::handle)
            .setUseAlpn(true)
            .build();
    this.port = started(port);
  }

  private int started(int wanted) throws IOException {
    try {
      return server.start(wanted).get(WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("port " + wanted + " cannot be had", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  int port() {
    return port;
  }

  private void handle(Http2Headers headers, ByteBuf payload) throws RejectedNotificationException {
    var path = text(headers, ":path");
    var token = path.substring(path.lastIndexOf('/') + 1);
    if (!text(headers, "authorization").startsWith("bearer ")) {
      throw new RejectedNotificationException(RejectionReason.MISSING_PROVIDER_TOKEN);
    }
    if (text(headers, "apns-topic").isEmpty()) {
      throw new RejectedNotificationException(RejectionReason.MISSING_TOPIC);
    }
    if (payload.readableBytes() > PAYLOAD_MAX) {
      throw new RejectedNotificationException(RejectionReason.PAYLOAD_TOO_LARGE);
    }
    if (token.startsWith("bad0")) {
      throw new RejectedNotificationException(RejectionReason.BAD_DEVICE_TOKEN);
    }
    if (token.startsWith("dead")) {
      throw new UnregisteredDeviceTokenException(outside.clock().instant());
    }
    pause(Duration.ofMillis(outside.switches().of(NAME).latencyMs()));
    var fate = outside.switches().fate(NAME);
    if (fate == Fate.REFUSED) {
      throw new RejectedNotificationException(reason(outside.switches().of(NAME).failStatus()));
    }
    take(headers, token, payload.toString(StandardCharsets.UTF_8));
    if (fate != Fate.TAKEN) {
      pause(SILENT_FOR);
    }
  }

  private static String text(Http2Headers headers, String name) {
    var value = headers.get(name);
    return value == null ? "" : value.toString();
  }

  private static RejectionReason reason(int status) {
    return switch (status) {
      case 400 -> RejectionReason.BAD_TOPIC;
      case 403 -> RejectionReason.EXPIRED_PROVIDER_TOKEN;
      case 413 -> RejectionReason.PAYLOAD_TOO_LARGE;
      case 429 -> RejectionReason.TOO_MANY_REQUESTS;
      case 500 -> RejectionReason.INTERNAL_SERVER_ERROR;
      default -> RejectionReason.SERVICE_UNAVAILABLE;
    };
  }

  private void take(Http2Headers headers, String token, String payload) {
    var json = Json.tree(payload);
    var alert = json.path("aps").path("alert");
    outside
        .mailbox()
        .add(
            new Mailbox.Draft(
                NAME,
                "push",
                text(headers, "apns-id"),
                text(headers, "apns-topic"),
                token,
                alert.path("title").asString(""),
                alert.path("body").asString(""),
                "",
                Map.of(
                    "data", json.path("data").toString(),
                    "apns-push-type", text(headers, "apns-push-type"),
                    "apns-priority", text(headers, "apns-priority"),
                    "apns-expiration", text(headers, "apns-expiration"))));
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    var _ = server.shutdown();
  }
}
