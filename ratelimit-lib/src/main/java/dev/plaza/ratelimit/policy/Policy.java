package dev.plaza.ratelimit.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A limit on some requests: a token bucket (`rate`, `burst`), a calendar quota, or both, of which
/// each admitted request takes `cost` tokens.
///
/// Made by [#named] or from a [PolicyDocument]; either way it is checked, so that a policy that
/// exists can be enforced exactly. `per` is the time the rate was stated in, only for showing it.
public record Policy(
    String id,
    Match match,
    KeyBy key,
    @Nullable Rate rate,
    Duration per,
    long burst,
    long cost,
    @Nullable Quota quota,
    OnStoreFailure onStoreFailure,
    boolean strict,
    boolean shadow,
    Scope scope,
    Anonymous anonymous,
    Regions regions,
    long version) {

  public Policy {
    PolicyRules.check(id, rate, per, burst, cost, quota, scope, regions);
  }

  public static PolicyBuilder named(String id) {
    return new PolicyBuilder(id);
  }

  public Policy withVersion(long version) {
    return new Policy(
        id,
        match,
        key,
        rate,
        per,
        burst,
        cost,
        quota,
        onStoreFailure,
        strict,
        shadow,
        scope,
        anonymous,
        regions,
        version);
  }
}
