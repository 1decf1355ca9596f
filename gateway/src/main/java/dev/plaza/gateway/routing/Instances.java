package dev.plaza.gateway.routing;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// The instances of one part, taken in turn. One that could not be reached is passed over for a
/// while; when all are, they are tried again all the same, since a wrong guess costs little.
final class Instances {

  private final List<Instance> all;
  private final Clock clock;
  private final Duration ejection;
  private final AtomicInteger turn = new AtomicInteger();

  private static final class Instance {
    final URI uri;
    volatile Instant passOverUntil = Instant.MIN;

    Instance(URI uri) {
      this.uri = uri;
    }
  }

  Instances(List<URI> uris, Clock clock, Duration ejection) {
    if (uris.isEmpty()) {
      throw new IllegalArgumentException("a part needs at least one URL");
    }
    this.all = uris.stream().map(Instance::new).toList();
    this.clock = clock;
    this.ejection = ejection;
  }

  int size() {
    return all.size();
  }

  List<URI> uris() {
    return all.stream().map(it -> it.uri).toList();
  }

  URI next() {
    int start = Math.floorMod(turn.getAndIncrement(), all.size());
    Instant now = clock.instant();
    for (int i = 0; i < all.size(); i++) {
      Instance instance = all.get((start + i) % all.size());
      if (!now.isBefore(instance.passOverUntil)) {
        return instance.uri;
      }
    }
    return all.get(start).uri;
  }

  void unreachable(URI uri) {
    Instant until = clock.instant().plus(ejection);
    all.stream().filter(it -> it.uri.equals(uri)).forEach(it -> it.passOverUntil = until);
  }
}
