package dev.plaza.ratelimit.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The threads that read from Redis. A busy machine, or a callback that takes its time, may keep
/// them from it while answers lie there.
final class Readers implements NettyCustomizer {

  private final Set<EventLoop> loops = ConcurrentHashMap.newKeySet();

  @Override
  public void afterChannelInitialized(Channel channel) {
    loops.add(channel.eventLoop());
  }

  /// Runs the task when each of the threads has read what was there. A thread reads, then runs its
  /// tasks, then reads again; a task that is set for a moment later comes after a reading.
  void afterReading(Runnable task) {
    var all = List.copyOf(loops);
    var left = new AtomicInteger(all.size());
    if (all.isEmpty()) {
      task.run();
      return;
    }
    Runnable done =
        () -> {
          if (left.decrementAndGet() == 0) {
            task.run();
          }
        };
    for (var it : all) {
      try {
        it.execute(() -> later(it, done));
      } catch (RejectedExecutionException _) {
        // Closed: nothing will be read any more.
        done.run();
      }
    }
  }

  private static void later(EventLoop loop, Runnable task) {
    var _ = loop.schedule(task, 1, TimeUnit.MILLISECONDS);
  }
}
