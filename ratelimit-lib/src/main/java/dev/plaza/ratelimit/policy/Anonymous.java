package dev.plaza.ratelimit.policy;

/// What a policy that counts by user does with a request that has none.
public enum Anonymous {
  /// Counts it by its address.
  BY_IP,
  /// Does not concern itself with it.
  SKIP,
  /// Refuses it, and says why.
  REFUSE
}
