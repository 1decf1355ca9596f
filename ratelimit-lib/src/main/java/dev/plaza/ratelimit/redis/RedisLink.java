package dev.plaza.ratelimit.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The connection to one Redis, or to a cluster. It comes into being on its own whenever a server
/// is there: nobody waits for it, and what is sent meanwhile fails at once.
///
/// No command is ever sent a second time. After a broken connection the driver would repeat what
/// was not answered; a grant that was debited would then be debited, or worse given back, twice.
public final class RedisLink implements AutoCloseable {

  private static final int QUEUE_MAX = 10_000;
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration RECONNECT = Duration.ofMillis(200);

  private final Readers readers = new Readers();
  private final DefaultClientResources resources =
      DefaultClientResources.builder()
          .ioThreadPoolSize(2)
          .computationThreadPoolSize(2)
          .reconnectDelay(Delay.constant(RECONNECT))
          .nettyCustomizer(readers)
          .build();
  private final List<RedisURI> uris;
  private final boolean cluster;
  private final RedisClient client;
  private final RedisClusterClient clusterClient;
  private volatile @Nullable RedisClusterAsyncCommands<String, String> commands;
  private volatile boolean closed;

  private RedisLink(List<RedisURI> uris, boolean cluster) {
    this.uris = uris;
    this.cluster = cluster;
    this.client = RedisClient.create(resources);
    this.client.setOptions(options(ClientOptions.builder()));
    this.clusterClient = RedisClusterClient.create(resources, uris);
    this.clusterClient.setOptions((ClusterClientOptions) options(ClusterClientOptions.builder()));
  }

  /// One server: `redis://host:port/db`.
  public static RedisLink to(String uri) {
    var link = new RedisLink(List.of(RedisURI.create(uri)), false);
    link.connect();
    return link;
  }

  /// A cluster, by one or more of its nodes.
  public static RedisLink toCluster(List<String> uris) {
    var parsed = new ArrayList<RedisURI>();
    uris.forEach(it -> parsed.add(RedisURI.create(it)));
    var link = new RedisLink(parsed, true);
    link.connect();
    return link;
  }

  /// Who sends a command knows how long to wait for it; here it must only not pile up.
  private static ClientOptions options(ClientOptions.Builder builder) {
    return builder
        .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
        .replayFilter(_ -> true)
        .requestQueueSize(QUEUE_MAX)
        .timeoutOptions(TimeoutOptions.create())
        .socketOptions(SocketOptions.builder().connectTimeout(CONNECT).tcpNoDelay(true).build())
        .build();
  }

  private void connect() {
    CompletionStage<? extends RedisClusterAsyncCommands<String, String>> connected =
        cluster
            ? clusterClient
                .refreshPartitionsAsync()
                .thenCompose(_ -> clusterClient.connectAsync(StringCodec.UTF8))
                .thenApply(StatefulRedisClusterConnection::async)
            : client
                .connectAsync(StringCodec.UTF8, uris.getFirst())
                .thenApply(StatefulRedisConnection::async);
    retry(connected.thenAccept(it -> commands = it), this::connect);
  }

  /// Tries again in a moment if the attempt fails.
  void retry(CompletionStage<Void> attempt, Runnable again) {
    var _ =
        attempt.whenComplete(
            (_, failure) -> {
              if (failure != null && !closed) {
                var _ =
                    resources
                        .eventExecutorGroup()
                        .schedule(again, RECONNECT.toMillis(), TimeUnit.MILLISECONDS);
              }
            });
  }

  boolean isCluster() {
    return cluster;
  }

  /// The commands, once there is a connection; fails if there has been none yet.
  RedisClusterAsyncCommands<String, String> commands() {
    var current = commands;
    if (current == null) {
      throw new NotConnected();
    }
    return current;
  }

  /// Calls back at each message of a channel, and after each connection, when one may have been
  /// missed.
  Listening listen(String channel, Runnable listener) {
    var listening = new Listening(this, channel, listener);
    listening.start();
    return listening;
  }

  /// A connection of its own for a channel.
  CompletionStage<? extends StatefulRedisPubSubConnection<String, String>> connectPubSub() {
    return cluster
        ? clusterClient
            .refreshPartitionsAsync()
            .thenCompose(_ -> clusterClient.connectPubSubAsync(StringCodec.UTF8))
        : client.connectPubSubAsync(StringCodec.UTF8, uris.getFirst());
  }

  /// Runs the task when what has arrived by now has been read.
  void afterReading(Runnable task) {
    readers.afterReading(task);
  }

  /// There has been no connection yet.
  static final class NotConnected extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    NotConnected() {
      super("not connected to Redis yet");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  @Override
  public void close() {
    closed = true;
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    clusterClient.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    var _ = resources.shutdown(0, 1, TimeUnit.SECONDS);
  }
}
