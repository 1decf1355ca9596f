package dev.plaza.ratelimit;

/// How many tokens a bucket is asked for in a time. Estimated only when the authority is asked, so
/// that a decision costs nothing more: spent tokens are counted anyway.
///
/// Rises at once with demand and falls by half with each exchange. Refused requests count: after a
/// shortage a lease of one token would send every admitted request to the authority.
final class Appetite {

  private double perNano;
  private long refused;
  private long spentThen;
  private long since;

  void began(long now) {
    since = now;
  }

  /// Not exact among threads, which is enough for an estimate.
  void refused(long cost) {
    refused += cost;
  }

  /// Tokens for a span of time at the present rate; at least what waits right now. Nobody knows
  /// the rate from one request, and a few in no time are not yet many in a longer one.
  long lease(long spent, long now, long waiting, long spanNanos) {
    var gone = Math.max(0, spent - spentThen) + refused;
    var elapsed = Math.max(spanNanos / 4, now - since);
    var demand = gone == 0 ? 0 : (double) (gone + waiting) / elapsed;
    perNano = Math.max(demand, perNano / 2);
    spentThen = spent;
    refused = 0;
    since = now;
    return Math.max(waiting, (long) (perNano * spanNanos));
  }
}
