package dev.plaza.tracking.track;

import dev.plaza.platform.stream.LiveStreams;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;

/// Tells the streams and sockets of an order, on this instance, that its feed has more.
@Component
class Wakes {

  private final LiveStreams streams;
  private final ConcurrentHashMap<String, Set<Semaphore>> sockets = new ConcurrentHashMap<>();

  Wakes(LiveStreams streams) {
    this.streams = streams;
  }

  static String key(String orderId) {
    return "track:" + orderId;
  }

  void wake(String orderId) {
    streams.wake(key(orderId));
    Set<Semaphore> waiting = sockets.get(orderId);
    if (waiting != null) {
      waiting.forEach(Semaphore::release);
    }
  }

  void add(String orderId, Semaphore signal) {
    sockets.compute(
        orderId,
        (_, waiting) -> {
          Set<Semaphore> all = waiting == null ? ConcurrentHashMap.newKeySet() : waiting;
          all.add(signal);
          return all;
        });
  }

  void remove(String orderId, Semaphore signal) {
    sockets.computeIfPresent(
        orderId,
        (_, waiting) -> {
          waiting.remove(signal);
          return waiting.isEmpty() ? null : waiting;
        });
  }
}
