package dev.plaza.dev.psp;

import dev.plaza.dev.web.Json;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What goes wrong on purpose. Rates are shares of requests, 0 to 1.
///
/// @param failRate answered 500 before anything is executed; a retry runs afresh
/// @param failStoredRate executed, then answered 500, and the 500 is kept under the key as Stripe
///     does: only asking for the object tells what happened
/// @param throttleRate answered 429
/// @param dropAnswerRate executed, then the connection is closed without an answer
/// @param paused requests wait, as on a host that was stopped
/// @param slowMs how long `pm_card_slow` takes
/// @param lostAnswerMs how long the lost first answer of `pm_card_timeout` hangs before it is
///     dropped
/// @param holdSeconds how long new holds live
/// @param searchLagMs how long after its creation an object is not yet found by search
/// @param webhookReorderMs each webhook is held back by a random time up to this
record Switches(
    long latencyMs,
    double failRate,
    double failStoredRate,
    double throttleRate,
    double dropAnswerRate,
    boolean paused,
    long slowMs,
    long lostAnswerMs,
    long holdSeconds,
    long searchLagMs,
    @Nullable String webhookUrl,
    String webhookSecret,
    boolean webhooksPaused,
    double webhookDuplicateRate,
    long webhookDelayMs,
    long webhookReorderMs) {

  private static final long WEEK_SECONDS = 7 * 24 * 3600L;

  Switches {
    for (var rate :
        new double[] {
          failRate, failStoredRate, throttleRate, dropAnswerRate, webhookDuplicateRate
        }) {
      if (!(rate >= 0 && rate <= 1)) {
        throw new IllegalArgumentException("a rate must be between 0 and 1, not " + rate);
      }
    }
    for (var ms :
        new long[] {
          latencyMs, slowMs, lostAnswerMs, searchLagMs, webhookDelayMs, webhookReorderMs
        }) {
      if (ms < 0 || ms > 600_000) {
        throw new IllegalArgumentException("a time must be 0 to 600000 ms, not " + ms);
      }
    }
    if (holdSeconds < 1) {
      throw new IllegalArgumentException("hold_seconds must be positive, not " + holdSeconds);
    }
  }

  static Switches quiet(@Nullable String webhookUrl, String webhookSecret) {
    return new Switches(
        0,
        0,
        0,
        0,
        0,
        false,
        4_000,
        2_000,
        WEEK_SECONDS,
        0,
        webhookUrl,
        webhookSecret,
        false,
        0,
        0,
        0);
  }

  /// These switches with the named ones replaced.
  Switches patched(Map<String, Object> patch) {
    var all = new HashMap<>(Json.object((Object) this));
    for (var name : patch.keySet()) {
      if (!all.containsKey(name)) {
        throw new IllegalArgumentException("no switch is called " + name);
      }
    }
    all.putAll(patch);
    return Json.read(Json.bytes(all), Switches.class);
  }
}
