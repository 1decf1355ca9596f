package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReport;
import dev.plaza.notify.provider.DeliveryReport.Status;
import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Signatures;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Kannel's delivery reports: a GET of the address that we gave it, which holds our own signature
/// of the attempt.
final class KannelWebhook implements Webhook {

  private final String provider;
  private final Supplier<String> key;
  private final Clock clock;

  KannelWebhook(String provider, WebhookSettings settings, Clock clock) {
    this.provider = provider;
    this.key = settings.key()::reveal;
    this.clock = clock;
  }

  @Override
  public Reading read(Call call) {
    var attempt = call.parameter("attempt");
    var expected = Signatures.hex(Signatures.hmac("HmacSHA256", key.get(), attempt));
    if (attempt.isEmpty() || !Signatures.same(expected, call.parameter("mac"))) {
      throw Refusals.badSignature();
    }
    var word = call.parameter("status");
    var status = status(word);
    return Reading.of(
        status == null
            ? List.of()
            : List.of(
                new DeliveryReport(
                    provider,
                    attempt,
                    attempt,
                    attempt + ":" + word,
                    status,
                    null,
                    clock.instant(),
                    "kannel_" + word,
                    HeaderText.detail(call.parameter("reply")),
                    false)));
  }

  private static @Nullable Status status(String word) {
    return switch (word) {
      case "1" -> Status.DELIVERED;
      case "2", "16" -> Status.FAILED;
      case "4", "8" -> Status.PROCESSED;
      default -> null;
    };
  }
}
