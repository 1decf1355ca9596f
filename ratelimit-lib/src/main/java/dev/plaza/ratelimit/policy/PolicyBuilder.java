package dev.plaza.ratelimit.policy;

import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// A policy in code; what is not said has the default of the API. Fails, with the field named,
/// when the policy is absurd.
public final class PolicyBuilder {

  private final String id;
  private Match match = Match.ALL;
  private KeyBy key = KeyBy.USER;
  private @Nullable Rate rate;
  private Duration per = Duration.ofSeconds(1);
  private @Nullable Long burst;
  private long cost = 1;
  private @Nullable Quota quota;
  private OnStoreFailure onStoreFailure = OnStoreFailure.OPEN;
  private boolean strict;
  private boolean shadow;
  private Scope scope = Scope.PER_POLICY;
  private Anonymous anonymous = Anonymous.BY_IP;
  private Regions regions = Regions.LOCAL;
  private long version;

  PolicyBuilder(String id) {
    this.id = id;
  }

  public PolicyBuilder match(Match match) {
    this.match = match;
    return this;
  }

  public PolicyBuilder key(KeyBy key) {
    this.key = key;
    return this;
  }

  public PolicyBuilder rate(long tokens, Duration per) {
    this.rate = PolicyRules.rate(id, () -> Rate.of(tokens, per));
    this.per = per;
    return this;
  }

  public PolicyBuilder rate(double tokens, Duration per) {
    this.rate = PolicyRules.rate(id, () -> Rate.of(tokens, per));
    this.per = per;
    return this;
  }

  PolicyBuilder rate(@Nullable Rate rate, Duration per) {
    this.rate = rate;
    this.per = per;
    return this;
  }

  public PolicyBuilder burst(long burst) {
    this.burst = burst;
    return this;
  }

  public PolicyBuilder cost(long cost) {
    this.cost = cost;
    return this;
  }

  public PolicyBuilder quota(long limit, Quota.Window window, ZoneId zone) {
    return quota(new Quota(limit, window, zone));
  }

  PolicyBuilder quota(@Nullable Quota quota) {
    this.quota = quota;
    return this;
  }

  public PolicyBuilder onStoreFailure(OnStoreFailure onStoreFailure) {
    this.onStoreFailure = onStoreFailure;
    return this;
  }

  /// Keeps the bound exactly, for a fifth of the burst: see the theorem in the README.
  public PolicyBuilder strict() {
    return strict(true);
  }

  PolicyBuilder strict(boolean strict) {
    this.strict = strict;
    return this;
  }

  /// Decides and counts, but never refuses.
  public PolicyBuilder shadow() {
    return shadow(true);
  }

  PolicyBuilder shadow(boolean shadow) {
    this.shadow = shadow;
    return this;
  }

  public PolicyBuilder scope(Scope scope) {
    this.scope = scope;
    return this;
  }

  public PolicyBuilder anonymous(Anonymous anonymous) {
    this.anonymous = anonymous;
    return this;
  }

  public PolicyBuilder regions(Regions regions) {
    this.regions = regions;
    return this;
  }

  PolicyBuilder version(long version) {
    this.version = version;
    return this;
  }

  public Policy build() {
    return new Policy(
        id,
        match,
        key,
        rate,
        per,
        burst == null ? defaultBurst() : burst,
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

  /// As many as the rate brings in the time it was stated in, and at least one request.
  private long defaultBurst() {
    if (rate == null) {
      return 0;
    }
    var stated = Math.ceil(rate.perSecond() * per.toNanos() / 1e9 - 1e-9);
    return Math.max(cost, (long) Math.max(stated, Math.ceil(rate.perSecond())));
  }
}
