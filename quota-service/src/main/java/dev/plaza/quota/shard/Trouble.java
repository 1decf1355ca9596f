package dev.plaza.quota.shard;

/// Why no decision could be made just now. Nothing was done or acknowledged; the same command may
/// be sent again as it is.
public enum Trouble {
  /// No rights here, and the authority (or whoever holds the last idle ones) cannot be reached.
  AUTHORITY,
  /// The log cannot be written: disk full, read-only, or broken. The outcome of this very command
  /// is unknown until it is repeated; later ones go through as soon as the disk takes them.
  STORAGE,
  /// A queue or a table is at its limit.
  OVERLOADED,
  /// This owner's lease on the shard is over: ask the next owner. The outcome is unknown.
  STALE_EPOCH
}
