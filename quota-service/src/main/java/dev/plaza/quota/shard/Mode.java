package dev.plaza.quota.shard;

/// How a right is spent.
public enum Mode {
  /// At once and for good.
  REDEEM,
  /// Held for a while, then confirmed, cancelled or expired.
  RESERVE
}
