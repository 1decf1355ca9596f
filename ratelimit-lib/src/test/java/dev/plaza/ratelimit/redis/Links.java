package dev.plaza.ratelimit.redis;

import dev.plaza.ratelimit.authority.Authority;
import java.util.List;
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
}
