package dev.plaza.ratelimit;

import dev.plaza.ratelimit.policy.Anonymous;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The policies in force, prepared: which limits a request must pass.
final class Rulebook {

  private static final int PLANS_MAX = 10_000;

  private record Kind(
      String route,
      Set<String> aliases,
      String method,
      Set<String> roles,
      @Nullable String tenant,
      boolean named) {

    boolean isFor(Policy policy) {
      return policy.match().matches(route, aliases, method, roles, tenant);
    }
  }

  private record LimitId(Policy policy, @Nullable String route, KeyBy keyBy, boolean quota) {}

  final Policies policies;
  private final LimiterSettings settings;
  private final String region;
  private final boolean tenantMatters;
  private final ConcurrentHashMap<Kind, Plan> plans = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<LimitId, Limit> limits = new ConcurrentHashMap<>();

  /// @param before the policies until now; what did not change is taken over, buckets included
  Rulebook(Policies policies, LimiterSettings settings, String region, @Nullable Rulebook before) {
    this.policies = policies;
    this.settings = settings;
    this.region = region;
    this.tenantMatters = policies.all().stream().anyMatch(it -> it.match().tenant() != null);
    if (before != null) {
      var kept = Set.copyOf(policies.all());
      before.limits.forEach(
          (id, limit) -> {
            if (kept.contains(id.policy())) {
              limits.put(id, limit);
            } else {
              limit.outdate();
            }
          });
    }
  }

  Plan plan(Request request) {
    var known = request.plan;
    if (known != null && known.owner == this) {
      return known;
    }
    var tenant = request.tenant();
    var kind =
        new Kind(
            request.route(),
            request.aliases(),
            request.method(),
            request.roles(),
            tenantMatters && tenant != null ? tenant.text() : null,
            request.user() != null);
    var plan = plans.get(kind);
    if (plan == null) {
      if (plans.size() >= PLANS_MAX) {
        plans.clear();
      }
      plan = make(kind);
      plans.put(kind, plan);
    }
    request.plan = plan;
    return plan;
  }

  private Plan make(Kind kind) {
    var enforced = new ArrayList<Limit>();
    var shadows = new ArrayList<Limit>();
    String refusedBy = null;
    for (var policy : policies.all()) {
      if (!kind.isFor(policy)) {
        continue;
      }
      var keyBy = policy.key();
      if (keyBy == KeyBy.USER && !kind.named()) {
        if (policy.anonymous() == Anonymous.REFUSE && !policy.shadow()) {
          refusedBy = policy.id();
        }
        if (policy.anonymous() != Anonymous.BY_IP) {
          continue;
        }
        keyBy = KeyBy.IP;
      }
      var chosen = policy.shadow() ? shadows : enforced;
      for (var limit : limits(policy, kind.route(), keyBy)) {
        // Policies that share a bucket take from it once.
        if (enforced.stream().noneMatch(it -> it.scope.equals(limit.scope))) {
          chosen.add(limit);
        }
      }
    }
    return new Plan(this, enforced, shadows, refusedBy);
  }

  private List<Limit> limits(Policy policy, String route, KeyBy keyBy) {
    var found = new ArrayList<Limit>();
    var perRoute = policy.scope() instanceof Scope.PerRoute ? route : null;
    var rate = policy.rate();
    if (limits.size() >= PLANS_MAX) {
      limits.clear();
    }
    if (rate != null) {
      found.add(
          limits.computeIfAbsent(
              new LimitId(policy, perRoute, keyBy, false),
              _ -> Limit.ofRate(policy, rate, keyBy, route, settings, region)));
    }
    var quota = policy.quota();
    if (quota != null) {
      found.add(
          limits.computeIfAbsent(
              new LimitId(policy, perRoute, keyBy, true),
              _ -> Limit.ofQuota(policy, quota, keyBy, route)));
    }
    return found;
  }
}
