package dev.plaza.ratelimit.redis;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

/// One who listens to a channel, on a connection that comes into being whenever a server is there
/// and goes when nobody listens any more.
final class Listening implements AutoCloseable {

  private final RedisLink link;
  private final String channel;
  private final Runnable listener;
  private @Nullable StatefulRedisPubSubConnection<String, String> connection;
  private boolean closed;

  Listening(RedisLink link, String channel, Runnable listener) {
    this.link = link;
    this.channel = channel;
    this.listener = listener;
  }

  void start() {
    if (!isClosed()) {
      link.retry(link.connectPubSub().thenAccept(this::connected), this::start);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void connected(StatefulRedisPubSubConnection<String, String> connection) {
    if (closed) {
      var _ = connection.closeAsync();
      return;
    }
    this.connection = connection;
    connection.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String from, String message) {
            listener.run();
          }

          @Override
          public void subscribed(String to, long count) {
            listener.run();
          }
        });
    var _ = connection.async().subscribe(channel);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (connection != null) {
      var _ = connection.closeAsync();
    }
  }
}
