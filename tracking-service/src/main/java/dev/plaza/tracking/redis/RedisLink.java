package dev.plaza.tracking.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.stereotype.Component;

/// Pipelines: many commands are sent, then all answers are awaited under one deadline.
///
/// After a failure everybody gets [RedisAway] at once for a short while, so that an outage costs
/// each request nothing instead of a time-out.
@Component
public final class RedisLink {

  private final RedisConnectionFactory connections;
  private final RedisProperties properties;
  private final Counter failures;
  private volatile long awayUntilNanos = System.nanoTime();

  RedisLink(RedisConnectionFactory connections, RedisProperties properties, MeterRegistry meters) {
    this.connections = connections;
    this.properties = properties;
    this.failures =
        Counter.builder("plaza.tracking.redis.failures")
            .description("Pipelines that Redis did not answer")
            .register(meters);
  }

  /// Sends one command per item and answers the results in the order of the items.
  public <I, T> List<T> pipeline(
      List<I> items,
      Function<I, Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>>> command) {
    if (items.isEmpty()) {
      return List.of();
    }
    return guarded(
        commands -> {
          var futures = new ArrayList<RedisFuture<T>>(items.size());
          for (I item : items) {
            futures.add(command.apply(item).apply(commands));
          }
          return await(futures);
        });
  }

  /// Sends one command.
  public <T> @Nullable T one(
      Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
    return guarded(commands -> await(List.of(command.apply(commands))).getFirst());
  }

  /// Runs a script once per call, pipelined.
  public <T> List<T> run(LuaScript script, List<LuaScript.Call> calls) {
    if (calls.isEmpty()) {
      return List.of();
    }
    return guarded(
        commands -> {
          try {
            return await(send(script, calls, commands));
          } catch (RedisNoScriptException _) {
            // A restarted Redis knows no scripts; runs before the first miss cannot have happened.
            await(List.of(commands.scriptLoad(script.text())));
            return await(send(script, calls, commands));
          }
        });
  }

  private static <T> List<RedisFuture<T>> send(
      LuaScript script,
      List<LuaScript.Call> calls,
      RedisClusterAsyncCommands<byte[], byte[]> commands) {
    var futures = new ArrayList<RedisFuture<T>>(calls.size());
    for (LuaScript.Call call : calls) {
      futures.add(commands.evalsha(script.sha(), script.output(), call.keys(), call.args()));
    }
    return futures;
  }

  private <T> T guarded(Function<RedisClusterAsyncCommands<byte[], byte[]>, T> work) {
    if (System.nanoTime() - awayUntilNanos < 0) {
      throw new RedisAway("Redis was away a moment ago");
    }
    try (RedisConnection connection = connections.getConnection()) {
      return work.apply(commands(connection));
    } catch (RedisNoScriptException e) {
      throw new IllegalStateException("Redis forgets scripts as soon as it has them", e);
    } catch (RedisAway e) {
      away();
      throw e;
    } catch (RedisException | DataAccessException e) {
      away();
      throw new RedisAway("Redis is away", e);
    }
  }

  private void away() {
    failures.increment();
    awayUntilNanos = System.nanoTime() + properties.pause().toNanos();
  }

  /// Standalone and cluster connections alike hand out these commands.
  @SuppressWarnings("unchecked")
  private static RedisClusterAsyncCommands<byte[], byte[]> commands(RedisConnection connection) {
    return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
  }

  private <T> List<T> await(List<RedisFuture<T>> futures) {
    long deadline = System.nanoTime() + properties.deadline().toNanos();
    var results = new ArrayList<T>(futures.size());
    try {
      for (RedisFuture<T> future : futures) {
        long left = Math.max(0, deadline - System.nanoTime());
        results.add(future.get(left, TimeUnit.NANOSECONDS));
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RedisAway("interrupted", e);
    } catch (TimeoutException e) {
      futures.forEach(it -> it.cancel(true));
      throw new RedisAway("Redis did not answer in time", e);
    } catch (ExecutionException e) {
      throw cause(e);
    }
  }

  private static RuntimeException cause(ExecutionException e) {
    return e.getCause() instanceof RedisException it ? it : new RedisAway("Redis failed", e);
  }
}
