package dev.plaza.ratelimit.policy;

/// What a policy does when its authority does not answer in time.
public enum OnStoreFailure {
  /// Goes on with a limiter of this node alone, at the node's share r/N of the rate.
  OPEN,
  /// Refuses: the request is unavailable, not over its limit.
  CLOSED
}
