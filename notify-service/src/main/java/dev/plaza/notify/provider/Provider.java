package dev.plaza.notify.provider;

/// Hands one message to somebody outside who carries it on.
///
/// A provider is configured as `notify.providers.<id>` and is loaded and connected when it is used
/// first. It never repeats a call: retry and failover belong to the caller, who alone
/// knows what was decided meanwhile.
public interface Provider {

  /// The name in the configuration, in attempts and in metrics.
  String id();

  Channel channel();

  /// Whether this provider can carry that message: a push provider reaches one kind of device.
  default boolean takes(Outgoing message) {
    return message.channel() == channel();
  }

  /// Its share of the traffic beside the others of its channel; 0: only when the others fail.
  default int weight() {
    return 1;
  }

  /// Sends it, blocking for a limited time, on a virtual thread. Every end is an outcome: nothing
  /// that the network or the other side does is thrown.
  Outcome send(Outgoing message);
}
