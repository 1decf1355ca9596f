package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.Signatures;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Supplier;

/// Bounces of mail that went out by SMTP: the mail server that receives them forwards each whole,
/// signed as the Standard Webhooks specification says: `v1,base64(HMAC-SHA256(key,
/// "id.timestamp.body"))`, several signatures separated by blanks while keys rotate.
final class BounceWebhook implements Webhook {

  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String SIGNATURE = "webhook-signature";

  private static final Duration WINDOW = Duration.ofMinutes(5);

  private final Supplier<String> key;
  private final BounceMail bounces;
  private final Duration window;
  private final Clock clock;

  BounceWebhook(String provider, WebhookSettings settings, Clock clock) {
    this.key = settings.key()::reveal;
    this.bounces = new BounceMail(provider, clock);
    this.window = settings.windowOr(WINDOW);
    this.clock = clock;
  }

  @Override
  public Reading read(Call call) {
    var timestamp = call.header(TIMESTAMP);
    var head = (call.header(ID) + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    var signed =
        ByteBuffer.allocate(head.length + call.body().length).put(head).put(call.body()).array();
    var mac = Signatures.hmac("HmacSHA256", key.get().getBytes(StandardCharsets.UTF_8), signed);
    var expected = "v1," + Base64.getEncoder().encodeToString(mac);
    if (Arrays.stream(call.header(SIGNATURE).split(" ", 20))
        .noneMatch(it -> Signatures.same(expected, it))) {
      throw Refusals.badSignature();
    }
    Refusals.requireFresh(Refusals.seconds(timestamp), clock.instant(), window);
    return Reading.of(bounces.read(call.body()));
  }
}
