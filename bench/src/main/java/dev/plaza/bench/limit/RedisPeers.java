package dev.plaza.bench.limit;

import dev.plaza.bench.limit.Contender.Allowance;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.optimization.DelayParameters;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.config.Config;

/// Limiters whose truth is in Redis. Each node has connections of its own.
final class RedisPeers {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /// A token bucket as one time, the least a script can do: for comparison.
  private static final String GCRA =
      """
      local t = redis.call('TIME')
      local now = t[1] * 1000000 + t[2]
      local each, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
      local tat = tonumber(redis.call('GET', KEYS[1]) or now)
      if tat < now then tat = now end
      if tat + each - now > burst * each then return 0 end
      tat = tat + each
      redis.call('SET', KEYS[1], string.format('%.0f', tat), 'PX', math.ceil((tat - now) / 1000) + 1)
      return 1
      """;

  private static final String GATEWAY_JAR = "spring-cloud-gateway-server-webflux-";
  private static final String GATEWAY_SCRIPT = "META-INF/scripts/request_rate_limiter.lua";

  private RedisPeers() {}

  static Contender gcra(String url, int nodes, String[] keys, Allowance allowance) {
    String each = String.valueOf(Math.max(1, 1_000_000 / allowance.rate()));
    String burst = String.valueOf(allowance.burst());
    return scripted("GCRA script", url, nodes, GCRA, keys, 1, each, burst);
  }

  /// The script of Spring Cloud Gateway's RedisRateLimiter, from its jar, called as it calls it.
  static Contender springCloudGateway(String url, int nodes, String[] keys, Allowance allowance) {
    String rate = String.valueOf(allowance.rate());
    String burst = String.valueOf(allowance.burst());
    return scripted(
        "SCG RedisRateLimiter, script", url, nodes, gatewayScript(), keys, 2, rate, burst, "", "1");
  }

  private static String gatewayScript() {
    try {
      String jar =
          Arrays.stream(Files.readString(Path.of("gateway/target/classpath.txt")).split(":"))
              .filter(it -> it.contains("/" + GATEWAY_JAR))
              .findFirst()
              .orElseThrow(() -> new IllegalStateException("build the gateway first"));
      try (var zip = new ZipFile(jar.strip())) {
        var script = zip.getInputStream(zip.getEntry(GATEWAY_SCRIPT)).readAllBytes();
        return new String(script, StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new IllegalStateException("no script of the gateway", e);
    }
  }

  private static Contender scripted(
      String name,
      String url,
      int nodes,
      String script,
      String[] keys,
      int keysEach,
      String... arguments) {
    var client = RedisClient.create(url);
    var connections = connections(client, nodes, StringCodec.UTF8);
    String sha = connections.getFirst().sync().scriptLoad(script);
    return new Contender(
        name,
        (node, key) -> {
          String[] names =
              keysEach == 1
                  ? new String[] {"g:" + keys[key]}
                  : new String[] {"{" + keys[key] + "}.tokens", "{" + keys[key] + "}.timestamp"};
          Object reply =
              connections.get(node).sync().evalsha(sha, output(keysEach), names, arguments);
          Object allowed = reply instanceof List<?> list ? list.getFirst() : reply;
          return ((Long) allowed) == 1;
        },
        client::shutdown,
        List.of("evalsha"));
  }

  private static ScriptOutputType output(int keysEach) {
    return keysEach == 1 ? ScriptOutputType.INTEGER : ScriptOutputType.MULTI;
  }

  private static <K, V> List<StatefulRedisConnection<K, V>> connections(
      RedisClient client, int nodes, RedisCodec<K, V> codec) {
    var connections = new ArrayList<StatefulRedisConnection<K, V>>();
    for (int i = 0; i < nodes; i++) {
      connections.add(client.connect(codec));
    }
    return connections;
  }

  static Contender bucket4j(String url, int nodes, String[] keys, Allowance allowance) {
    return bucket4j("Bucket4j on Lettuce", null, url, nodes, keys, allowance);
  }

  static Contender bucket4jBatching(String url, int nodes, String[] keys, Allowance allowance) {
    return bucket4j("Bucket4j, batching", Optimizations.batching(), url, nodes, keys, allowance);
  }

  static Contender bucket4jDelaying(String url, int nodes, String[] keys, Allowance allowance) {
    var delay = new DelayParameters(Math.max(1, allowance.burst() / 10), Duration.ofMillis(100));
    return bucket4j(
        "Bucket4j, delaying (B/10, 100 ms)",
        Optimizations.delaying(delay),
        url,
        nodes,
        keys,
        allowance);
  }

  private static Contender bucket4j(
      String name,
      @Nullable Optimization optimization,
      String url,
      int nodes,
      String[] keys,
      Allowance allowance) {
    var client = RedisClient.create(url);
    var codec = RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);
    BucketConfiguration configuration =
        BucketConfiguration.builder()
            .addLimit(it -> it.capacity(allowance.burst()).refillGreedy(allowance.rate(), SECOND))
            .build();
    var each = new ArrayList<ConcurrentHashMap<String, BucketProxy>>();
    var proxies =
        new ArrayList<Supplier<io.github.bucket4j.distributed.proxy.RemoteBucketBuilder<String>>>();
    for (var connection : connections(client, nodes, codec)) {
      var proxy =
          Bucket4jLettuce.casBasedBuilder(connection)
              .expirationAfterWrite(
                  ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(SECOND))
              .build();
      each.add(new ConcurrentHashMap<>());
      proxies.add(
          () ->
              optimization == null
                  ? proxy.builder()
                  : proxy.builder().withOptimization(optimization));
    }
    return new Contender(
        name,
        (node, key) ->
            each.get(node)
                .computeIfAbsent(
                    keys[key], it -> proxies.get(node).get().build("b:" + it, () -> configuration))
                .tryConsume(1),
        client::shutdown,
        List.of("get", "evalsha", "eval", "set"));
  }

  static Contender redisson(String url, int nodes, String[] keys, Allowance allowance) {
    var clients = new ArrayList<org.redisson.api.RedissonClient>();
    var each = new ArrayList<ConcurrentHashMap<String, RRateLimiter>>();
    for (int i = 0; i < nodes; i++) {
      var config = new Config();
      config
          .useSingleServer()
          .setAddress(url)
          .setConnectionPoolSize(8)
          .setConnectionMinimumIdleSize(2);
      clients.add(Redisson.create(config));
      each.add(new ConcurrentHashMap<>());
    }
    return new Contender(
        "Redisson RRateLimiter",
        (node, key) ->
            each.get(node)
                .computeIfAbsent(
                    keys[key],
                    it -> {
                      RRateLimiter limiter = clients.get(node).getRateLimiter("r:" + it);
                      limiter.trySetRate(RateType.OVERALL, allowance.rate(), SECOND);
                      return limiter;
                    })
                .tryAcquire(),
        () -> clients.forEach(org.redisson.api.RedissonClient::shutdown),
        List.of("eval", "evalsha"));
  }
}
