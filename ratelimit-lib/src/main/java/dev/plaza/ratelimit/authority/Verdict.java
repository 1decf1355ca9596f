package dev.plaza.ratelimit.authority;

/// The authority's answer to one demand. The order is that of the codes in the script.
public enum Verdict {
  /// Granted, as many as wanted or as there were.
  GRANTED,
  /// Not now: fewer tokens than needed.
  SHORT,
  /// Not ever: more tokens needed than the bucket holds.
  NEVER,
  /// The span is over, or has not begun, by the authority's clock.
  STALE_SPAN,
  /// The region owns another share by now.
  STALE_SHARE,
  /// Would be granted, but another demand of the group was not: nothing charged.
  HELD_BACK;

  private static final Verdict[] ALL = values();

  public static Verdict of(long code) {
    return ALL[(int) code];
  }
}
