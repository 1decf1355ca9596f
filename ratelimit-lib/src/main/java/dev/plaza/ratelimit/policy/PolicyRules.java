package dev.plaza.ratelimit.policy;

import dev.plaza.ratelimit.policy.InvalidPolicy.Flaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What makes a policy absurd. Found here, at start or at `PUT`, because at run time it would let
/// everything through or nothing, in silence.
final class PolicyRules {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
  private static final long COUNT_MAX = 1_000_000_000_000L;
  private static final double FULL_MICROS_MAX = Duration.ofDays(400).toMillis() * 1000.0;

  /// The scripts calculate in doubles, which are exact to 2^53; one bit is kept in hand.
  private static final double EXACT = 1L << 52;

  private PolicyRules() {}

  static void check(
      String id,
      @Nullable Rate rate,
      Duration per,
      long burst,
      long cost,
      @Nullable Quota quota,
      Scope scope,
      Regions regions) {
    var flaws = new ArrayList<Flaw>();
    if (!ID.matcher(id).matches()) {
      flaws.add(new Flaw(printable(id), "id", "letters, digits and _.- only, at most 64"));
    }
    if (rate == null && quota == null) {
      flaws.add(new Flaw(id, "rate", "a policy needs a rate or a quota"));
    }
    if (cost < 1 || cost > COUNT_MAX) {
      flaws.add(new Flaw(id, "cost", "must be from 1 to " + COUNT_MAX));
    }
    if (rate != null) {
      bucket(id, rate, burst, cost, flaws);
    }
    if (quota != null) {
      quota(id, quota, cost, flaws);
    }
    if (scope instanceof Scope.Shared(String name) && !ID.matcher(name).matches()) {
      flaws.add(new Flaw(id, "scope", "a shared name is of letters, digits and _.-"));
    }
    if (regions instanceof Regions.Shares shares) {
      shares(id, shares, rate, quota, burst, flaws);
    }
    if (!flaws.isEmpty()) {
      throw new InvalidPolicy(flaws);
    }
  }

  private static void bucket(String id, Rate rate, long burst, long cost, List<Flaw> flaws) {
    if (burst == 0) {
      return; // denies everything, on purpose
    }
    var second = (long) Math.ceil(rate.perSecond() - 1e-9);
    if (burst < 0 || burst > COUNT_MAX) {
      flaws.add(new Flaw(id, "burst", "must be from 0 to " + COUNT_MAX));
    } else if (burst < cost) {
      flaws.add(new Flaw(id, "burst", "below the cost of a request, " + cost));
    } else if (burst < second) {
      flaws.add(
          new Flaw(
              id, "burst", "below one second of the rate, %d; 0 denies all".formatted(second)));
    } else if ((double) burst * rate.micros() / rate.tokens() > FULL_MICROS_MAX) {
      flaws.add(new Flaw(id, "burst", "takes more than 400 days to fill at this rate"));
    } else if ((double) burst * rate.tokens() > EXACT) {
      flaws.add(new Flaw(id, "burst", "too large to be exact with this rate"));
    }
  }

  private static void quota(String id, Quota quota, long cost, List<Flaw> flaws) {
    if (quota.limit() < 0 || quota.limit() > COUNT_MAX) {
      flaws.add(new Flaw(id, "quota.limit", "must be from 0 to " + COUNT_MAX));
    } else if (quota.limit() != 0 && quota.limit() < cost) {
      flaws.add(new Flaw(id, "quota.limit", "below the cost of a request, " + cost));
    }
  }

  private static void shares(
      String id,
      Regions.Shares shares,
      @Nullable Rate rate,
      @Nullable Quota quota,
      long burst,
      List<Flaw> flaws) {
    var sum = shares.tenThousandths().values().stream().mapToLong(Integer::longValue).sum();
    if (sum != Regions.Shares.WHOLE
        || shares.tenThousandths().values().stream().anyMatch(it -> it < 0)) {
      flaws.add(new Flaw(id, "regions", "shares are from 0 and sum to 10000, not " + sum));
    }
    if (rate == null || quota != null) {
      flaws.add(new Flaw(id, "regions", "only a rate can be shared out, not a quota"));
    } else if ((double) burst * rate.tokens() * Regions.Shares.WHOLE > EXACT
        || rate.micros() > Long.MAX_VALUE / Regions.Shares.WHOLE) {
      flaws.add(new Flaw(id, "burst", "too large to be shared out exactly"));
    }
  }

  static Rate rate(String id, Supplier<Rate> rate) {
    try {
      return rate.get();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new InvalidPolicy(List.of(new Flaw(id, "rate", String.valueOf(e.getMessage()))));
    }
  }

  static String printable(String text) {
    var start = text.substring(0, Math.min(text.length(), 64));
    return start.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
