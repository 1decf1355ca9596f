package dev.plaza.quota.shard;

/// Where a GUID stands. Each edge is taken at most once:
/// `RESERVED → CONFIRMED → REVERSED`, `RESERVED → EXPIRED | CANCELLED`, `EXPIRED → CANCELLED`, and
/// `EXPIRED → CONFIRMED` when a late confirmation finds a right again.
public enum Status {
  RESERVED(0),
  CONFIRMED(1),
  REVERSED(2),
  EXPIRED(3),
  CANCELLED(4);

  private static final Status[] BY_CODE = {RESERVED, CONFIRMED, REVERSED, EXPIRED, CANCELLED};

  private final int code;

  Status(int code) {
    this.code = code;
  }

  /// Its number in tables.
  int code() {
    return code;
  }

  static Status of(int code) {
    return BY_CODE[code];
  }

  /// Whether the GUID holds a right.
  public boolean spends() {
    return this == RESERVED || this == CONFIRMED;
  }
}
