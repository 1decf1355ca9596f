package dev.plaza.quota.shard;

/// The label of an offer on a shard.
public enum Path {
  /// Far from its limit: rights are leased ahead, in bulk, beside the traffic.
  FAST,
  /// At risk: exactly the rights that waiting commands need are leased, while they wait.
  SLOW
}
