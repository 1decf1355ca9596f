package dev.plaza.bench.quota;

import dev.plaza.infra.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A script: notes the GUID, counts up below the limit. One pipelined connection; a batch is a
/// burst of scripts.
final class RedisContender implements Contender {

  private static final String SCRIPT =
      """
      if redis.call('EXISTS', KEYS[1]) == 1 then return 1 end
      local used = redis.call('INCR', KEYS[2])
      if used > tonumber(ARGV[1]) then redis.call('DECR', KEYS[2]) return 0 end
      redis.call('SET', KEYS[1], ARGV[2])
      return 1
      """;

  private final RedisServer server;
  private final boolean fsync;
  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final String script;
  private final String limit;

  RedisContender(RedisServer server, Traffic traffic, boolean fsync) {
    this.server = server;
    this.fsync = fsync;
    client = RedisClient.create(server.url());
    connection = client.connect();
    connection.sync().flushall();
    connection.sync().configSet("appendonly", fsync ? "yes" : "no");
    connection.sync().configSet("appendfsync", "always");
    connection.sync().configSet("save", "");
    script = connection.sync().scriptLoad(SCRIPT);
    limit = Long.toString(traffic.limit());
  }

  @Override
  public String name() {
    return fsync ? "Redis Lua, AOF fsync always" : "Redis Lua, memory only";
  }

  @Override
  public int redeem(int number, List<Request> batch) throws Exception {
    var pending = new ArrayList<RedisFuture<Long>>(batch.size());
    for (Request it : batch) {
      String[] keys = {"guid:" + it.guid(), it.offerId()};
      pending.add(
          connection
              .async()
              .evalsha(script, ScriptOutputType.INTEGER, keys, limit, it.user().toString()));
    }
    int redeemed = 0;
    for (RedisFuture<Long> it : pending) {
      redeemed += it.get().intValue();
    }
    return redeemed;
  }

  @Override
  public Duration serverCpu() {
    return Contender.cpu(server.pid(), true);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
