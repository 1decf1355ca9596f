package dev.plaza.notify.category;

import dev.plaza.notify.provider.Channel;
import java.util.Locale;
import java.util.Optional;

/// Channels by the names the API and the tables use: `email`, `sms`, `push`, `in_app`.
public final class Channels {

  private Channels() {}

  public static String name(Channel channel) {
    return channel.name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Channel> find(String name) {
    for (Channel channel : Channel.values()) {
      if (name(channel).equals(name)) {
        return Optional.of(channel);
      }
    }
    return Optional.empty();
  }

  /// A name that was written by us.
  public static Channel get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no channel " + name));
  }
}
