package dev.plaza.gateway.routing;

/// The order of what happens to a routed request. The answer is written at -1 by the framework;
/// a filter below that sees the whole exchange, one above only up to the answer's headers.
public final class FilterOrder {

  /// Counts what runs; ends streams at shutdown.
  static final int IN_FLIGHT = -100;

  /// The place of the rate limiter: the caller is known, nothing has been spent yet.
  public static final int RATE_LIMIT = 0;

  static final int BODY_LIMIT = 100;

  /// After the framework has made the target URL (10000).
  static final int INSTANCE = 10_100;

  private FilterOrder() {}
}
