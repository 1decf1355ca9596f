package dev.plaza.ratelimit;

import java.util.concurrent.atomic.LongAdder;

/// What happened beside the fast way.
final class Counters {
  final LongAdder asks = new LongAdder();
  final LongAdder overdue = new LongAdder();
  final LongAdder failures = new LongAdder();
  final LongAdder aloneAdmitted = new LongAdder();
  final LongAdder aloneDenied = new LongAdder();
  final LongAdder unavailable = new LongAdder();
  final LongAdder givenBack = new LongAdder();
}
