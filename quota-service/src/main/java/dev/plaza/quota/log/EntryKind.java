package dev.plaza.quota.log;

/// What a record of the log says. The code is what is written; a code is never reused.
public enum EntryKind {
  /// The first record of an epoch: the predecessor (`value` = its epoch) ends at `value2`.
  SEAL(1),
  /// Rules of an offer as this shard knows them from here on; gives the offer its number.
  OFFER(2),
  /// Rights leased from the authority: lease `value`, plus `units` and `amount`.
  GRANT(3),
  /// Rights given back to the authority: minus `units` and `amount`.
  RETURN(4),
  /// A right is spent for a GUID until `value` (epoch milliseconds).
  RESERVED(5),
  /// A right is spent for good: a hold was confirmed (for `value` less money than was held), or
  /// redeemed in one step.
  CONFIRMED(6),
  /// A confirmed redemption was taken back: its right is free again.
  REVERSED(7),
  /// A hold ran out: its right is free again.
  EXPIRED(8),
  /// A hold was let go, or (units 0) a GUID unknown so far is refused from now on.
  CANCELLED(9),
  /// Everything about an ended offer is forgotten.
  RETIRED(10),
  /// Nothing: tried whether the log takes records again.
  PROBE(11);

  private static final EntryKind[] BY_CODE = new EntryKind[12];

  static {
    for (EntryKind it : values()) {
      BY_CODE[it.code] = it;
    }
  }

  private final byte code;

  EntryKind(int code) {
    this.code = (byte) code;
  }

  byte code() {
    return code;
  }

  static EntryKind of(byte code) {
    if (code <= 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("no record kind " + code);
    }
    return BY_CODE[code];
  }

  /// Whether it belongs to one GUID (and so to the queryable log of redemptions).
  public boolean ofRedemption() {
    return code >= RESERVED.code && code <= CANCELLED.code;
  }
}
