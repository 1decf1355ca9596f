package dev.plaza.ratelimit.authority;

/// What the authority knows of a bucket, at one moment.
sealed interface State permits PaceState, SpanState {

  long available();

  Verdict verdict(Demand demand);

  /// Debits; whether anything was debited.
  boolean take(long tokens);

  /// Whether something was settled or given back, which is kept even if the group is refused.
  boolean changed();

  Reply.Line line(Verdict verdict, long granted, long need);
}
