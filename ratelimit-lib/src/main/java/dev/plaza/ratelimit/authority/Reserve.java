package dev.plaza.ratelimit.authority;

/// How many granted tokens nodes may hold unspent at most, and for how long. A bucket refills only
/// as far as these leave room for, so that nothing ever adds to a full one.
///
/// @param lifeMicros after so long a token that was granted is spent or dead; 0 without a reserve
/// @param tokens so many nodes may hold for all of that time
/// @param briefMicros beyond those, tokens fetched for a request that waits die after this; 0 if
///     `tokens` are all
public record Reserve(long lifeMicros, long tokens, long briefMicros) {

  /// What nodes hold adds to the bucket.
  public static final Reserve NONE = new Reserve(0, 0, 0);

  public Reserve {
    if (lifeMicros < briefMicros || briefMicros < 0 || tokens < 0) {
      throw new IllegalArgumentException("no reserve: " + lifeMicros + ", " + briefMicros);
    }
  }

  public boolean isKept() {
    return lifeMicros > 0;
  }

  /// The part that a region holds with its share.
  Reserve shared(int share, int whole) {
    return new Reserve(lifeMicros, tokens * share / whole, briefMicros);
  }
}
