package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.http.Answer;
import dev.plaza.notify.provider.http.HttpCalls;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// One HTTP/2 connection. Until a first answer came over it, requests go one after another: many at
/// once would each open a connection of their own, and APNs takes that for an attack.
final class ApnsConnection implements AutoCloseable {

  private final ReentrantLock first = new ReentrantLock();
  private final HttpCalls calls;
  private volatile boolean open;

  ApnsConnection(HttpCalls calls) {
    this.calls = calls;
  }

  Outcome send(HttpRequest request, Duration timeout, Function<Answer, Outcome> read) {
    if (open) {
      return call(request, timeout, read);
    }
    first.lock();
    var held = true;
    try {
      if (open) {
        first.unlock();
        held = false;
      }
      return call(request, timeout, read);
    } finally {
      if (held) {
        first.unlock();
      }
    }
  }

  private Outcome call(HttpRequest request, Duration timeout, Function<Answer, Outcome> read) {
    var answered = new boolean[1];
    var outcome =
        calls.send(
            request,
            timeout,
            answer -> {
              answered[0] = true;
              return read.apply(answer);
            });
    open = answered[0];
    return outcome;
  }

  @Override
  public void close() {
    calls.close();
  }
}
