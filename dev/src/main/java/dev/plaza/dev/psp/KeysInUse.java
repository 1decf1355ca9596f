package dev.plaza.dev.psp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The idempotency keys of the requests that run right now.
final class KeysInUse {

  private final Set<String> keys = ConcurrentHashMap.newKeySet();

  boolean begin(String key) {
    return keys.add(key);
  }

  void end(String key) {
    keys.remove(key);
  }
}
