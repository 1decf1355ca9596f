package dev.plaza.bench.limit;

import java.util.List;

/// A limiter as the benchmark sees it: some nodes that share one set of keys.
///
/// @param calls the commands of Redis that it sends, as `INFO commandstats` names them; what its
///     scripts call inside is not among them
record Contender(String name, Taking taking, Runnable closing, List<String> calls)
    implements AutoCloseable {

  /// Asks one node for one token of a key.
  @FunctionalInterface
  interface Taking {
    boolean take(int node, int key);
  }

  /// How much each key may: tokens per second, and at once.
  record Allowance(long rate, long burst) {

    static final Allowance ENDLESS = new Allowance(1_000_000_000L, 1_000_000_000L);
  }

  @Override
  public void close() {
    closing.run();
  }
}
