package dev.plaza.dev.messages;

import dev.plaza.dev.messages.SwitchBoard.Fate;
import dev.plaza.dev.web.Reply;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// Where every message to an HTTP provider arrives: the switches decide what becomes of it.
final class Reception {

  private static final Duration SILENT_FOR = Duration.ofSeconds(20);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SwitchBoard switches;

  Reception(SwitchBoard switches) {
    this.switches = switches;
  }

  /// @param taken takes the message over and says what the provider would answer
  /// @param refusal the provider's way of refusing with a status
  Reply receive(String provider, Supplier<Reply> taken, IntFunction<Reply.Answer> refusal)
      throws InterruptedException {
    var now = switches.of(provider);
    Thread.sleep(Duration.ofMillis(now.latencyMs()));
    var fate = switches.fate(provider);
    if (fate == Fate.REFUSED) {
      var refused = refusal.apply(now.failStatus());
      return now.retryAfter().isEmpty() ? refused : refused.with("Retry-After", now.retryAfter());
    }
    var answer = taken.get();
    return switch (fate) {
      case TAKEN, REFUSED -> answer;
      case GARBAGE -> Reply.text(200, "text/html", "<html><body>It works!</body></html>");
      case SILENT -> {
        Thread.sleep(SILENT_FOR);
        yield new Reply.Dropped();
      }
    };
  }

  /// `length` random bytes in hex.
  static String hex(int length) {
    var bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
