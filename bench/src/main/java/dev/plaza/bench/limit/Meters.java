package dev.plaza.bench.limit;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// CPU time of this process and of Redis, and what Redis was asked.
final class Meters implements AutoCloseable {

  private static final Pattern CALLS = Pattern.compile("cmdstat_([a-z|]+):calls=(\\d+)");
  private static final Pattern CPU = Pattern.compile("used_cpu_(?:user|sys):([\\d.]+)");
  private static final Pattern MEMORY = Pattern.compile("used_memory:(\\d+)");

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> redis;

  Meters(String url) {
    this.client = RedisClient.create(url);
    this.redis = client.connect();
  }

  /// @param calls by command
  record Reading(double ownSeconds, double redisSeconds, Map<String, Long> calls) {

    double own(Reading before) {
      return ownSeconds - before.ownSeconds;
    }

    double redis(Reading before) {
      return redisSeconds - before.redisSeconds;
    }

    long calls(Reading before, List<String> names) {
      long sum = 0;
      for (String it : names) {
        sum += calls.getOrDefault(it, 0L) - before.calls.getOrDefault(it, 0L);
      }
      return sum;
    }
  }

  Reading read() {
    var calls = new HashMap<String, Long>();
    var stats = CALLS.matcher(redis.sync().info("commandstats"));
    while (stats.find()) {
      calls.put(stats.group(1), Long.parseLong(stats.group(2)));
    }
    double cpu = 0;
    var times = CPU.matcher(redis.sync().info("cpu"));
    while (times.find()) {
      cpu += Double.parseDouble(times.group(1));
    }
    double own = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    return new Reading(own, cpu, calls);
  }

  long redisBytes() {
    var memory = MEMORY.matcher(redis.sync().info("memory"));
    if (!memory.find()) {
      throw new IllegalStateException("Redis does not tell its memory");
    }
    return Long.parseLong(memory.group(1));
  }

  long redisKeys() {
    return redis.sync().dbsize();
  }

  void flush() {
    redis.sync().flushall();
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
