package dev.plaza.dev.messages;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/// The switches of all providers.
final class SwitchBoard {

  static final List<String> PROVIDERS =
      List.of("smtp", "sendgrid", "ses", "mailgun", "twilio", "kannel", "fcm", "apns", "webpush");

  private final Map<String, Switches> byProvider = new ConcurrentHashMap<>();

  /// What happens to one message.
  enum Fate {
    TAKEN,
    REFUSED,
    SILENT,
    GARBAGE
  }

  Switches of(String provider) {
    return byProvider.getOrDefault(provider, Switches.QUIET);
  }

  Switches patch(String provider, Map<String, Object> patch) {
    if (!PROVIDERS.contains(provider)) {
      throw new IllegalArgumentException(provider + " is none of " + PROVIDERS);
    }
    var next = of(provider).patched(patch);
    byProvider.put(provider, next);
    return next;
  }

  void reset() {
    byProvider.clear();
  }

  Map<String, Switches> all() {
    var all = new TreeMap<String, Switches>();
    PROVIDERS.forEach(provider -> all.put(provider, of(provider)));
    return all;
  }

  Fate fate(String provider) {
    var switches = of(provider);
    var random = ThreadLocalRandom.current();
    if (random.nextDouble() < switches.failRate()) {
      return Fate.REFUSED;
    }
    if (random.nextDouble() < switches.silentRate()) {
      return Fate.SILENT;
    }
    return random.nextDouble() < switches.garbageRate() ? Fate.GARBAGE : Fate.TAKEN;
  }
}
