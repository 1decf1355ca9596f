package dev.plaza.quota.shard;

/// Where a GUID stands. Each edge is taken at most once:
/// `RESERVED → CONFIRMED → REVERSED`, `RESERVED → EXPIRED | CANCELLED`, `EXPIRED → CANCELLED`, and
/// `EXPIRED → CONFIRMED` when a late confirmation finds a right again.
public enum Status {
  RESERVED,
  CONFIRMED,
  REVERSED,
  EXPIRED,
  CANCELLED;

  /// Whether the GUID holds a right.
  public boolean spends() {
    return this == RESERVED || this == CONFIRMED;
  }
}
