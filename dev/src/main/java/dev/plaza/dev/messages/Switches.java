package dev.plaza.dev.messages;

import dev.plaza.dev.web.Json;
import java.util.HashMap;
import java.util.Map;

/// What one provider does wrong on purpose. Rates are shares of messages, 0 to 1.
///
/// @param latencyMs every answer waits so long
/// @param failRate share that is refused with `failStatus` before anything is taken
/// @param failStatus for HTTP 400 to 599; for SMTP 421 to 554
/// @param retryAfter what `Retry-After` says beside a refusal; empty: nothing
/// @param silentRate share that is taken but never answered: the connection breaks after a while
/// @param garbageRate share that is taken and answered with nonsense
/// @param webhooksPaused nothing is reported until it is false again
/// @param webhookDuplicateRate share of reports that are sent twice
/// @param webhookDelayMs every report waits so long
/// @param webhookReorderMs every report is held back by a random time up to this
record Switches(
    long latencyMs,
    double failRate,
    int failStatus,
    String retryAfter,
    double silentRate,
    double garbageRate,
    boolean webhooksPaused,
    double webhookDuplicateRate,
    long webhookDelayMs,
    long webhookReorderMs) {

  static final Switches QUIET = new Switches(0, 0, 503, "", 0, 0, false, 0, 0, 0);

  private static final long TIME_MAX = 600_000;

  Switches {
    for (var rate : new double[] {failRate, silentRate, garbageRate, webhookDuplicateRate}) {
      if (!(rate >= 0 && rate <= 1)) {
        throw new IllegalArgumentException("a rate must be between 0 and 1, not " + rate);
      }
    }
    for (var ms : new long[] {latencyMs, webhookDelayMs, webhookReorderMs}) {
      if (ms < 0 || ms > TIME_MAX) {
        throw new IllegalArgumentException("a time must be 0 to 600000 ms, not " + ms);
      }
    }
    if (failStatus < 400 || failStatus > 599 || retryAfter.matches(".*\\p{Cntrl}.*")) {
      throw new IllegalArgumentException("fail_status must be 400 to 599, retry_after plain text");
    }
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
