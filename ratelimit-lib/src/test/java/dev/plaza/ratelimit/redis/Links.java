package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.authority.Authority;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/// Waits until links are there, which production code never does.
public final class Links {

  private Links() {}

  public static RedisLink connected(RedisLink link) {
    Authority probe = new RedisAuthority(link);
    Awaitility.await()
        .ignoreExceptions()
        .until(() -> probe.ask(List.of()).toCompletableFuture().join() != null);
    return link;
  }

  /// The thread that reads a link's answers does something else for a while.
  public static void keepReadersBusy(RedisLink link, Duration time) {
    var until = System.nanoTime() + time.toNanos();
    link.afterReading(
        () -> {
          while (System.nanoTime() - until < 0) {
            LockSupport.parkNanos(until - System.nanoTime());
          }
        });
  }
}
