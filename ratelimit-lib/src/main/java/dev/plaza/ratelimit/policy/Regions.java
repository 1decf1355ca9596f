package dev.plaza.ratelimit.policy;

import java.util.Map;

/// How a limit holds when several regions serve it. There is no default overshoot: each mode
/// keeps the limit, they differ in what they give up when the link between regions is cut.
public sealed interface Regions {

  /// Each region has the whole limit for itself; for platforms of one region.
  record Local() implements Regions {}

  /// One region per tenant is its authority, the others lease from it. When the link is cut they
  /// do what [OnStoreFailure] says.
  record Home() implements Regions {}

  /// Each region owns a share of the limit, in ten-thousandths, and shares move giver-first. A cut
  /// link costs fairness, never the limit.
  record Shares(Map<String, Integer> tenThousandths) implements Regions {
    public static final int WHOLE = 10_000;

    public Shares {
      tenThousandths = Map.copyOf(tenThousandths);
    }

    public int of(String region) {
      return tenThousandths.getOrDefault(region, 0);
    }
  }

  Regions LOCAL = new Local();
  Regions HOME = new Home();
}
