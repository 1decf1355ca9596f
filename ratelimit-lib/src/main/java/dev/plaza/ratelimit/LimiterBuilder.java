package dev.plaza.ratelimit;

import dev.plaza.ratelimit.authority.Authority;
import dev.plaza.ratelimit.authority.Membership;
import dev.plaza.ratelimit.policy.Policies;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A limiter step by step; only the authority is a must.
public final class LimiterBuilder {

  private record Remote(Authority authority, Duration roundTrip) {}

  private final Authority authority;
  private Membership members = Membership.ALONE;
  private Function<String, @Nullable String> homes = _ -> null;
  private final Map<String, Remote> remotes = new HashMap<>();
  LimiterSettings settings = LimiterSettings.DEFAULTS;
  Policies policies = Policies.NONE;
  String region = "";
  @Nullable Timing timing;

  LimiterBuilder(Authority authority) {
    this.authority = authority;
  }

  /// How many nodes there are. A lone node need not say.
  public LimiterBuilder members(Membership members) {
    this.members = members;
    return this;
  }

  public LimiterBuilder settings(LimiterSettings settings) {
    this.settings = settings;
    return this;
  }

  public LimiterBuilder policies(Policies policies) {
    this.policies = policies;
    return this;
  }

  public LimiterBuilder timing(Timing timing) {
    this.timing = timing;
    return this;
  }

  /// The region of this node, and the home region of each tenant (null: this one).
  public LimiterBuilder region(String region, Function<String, @Nullable String> homes) {
    this.region = region;
    this.homes = homes;
    return this;
  }

  /// The authority of another region; leases from it cover four round trips.
  public LimiterBuilder remote(String region, Authority authority, Duration roundTrip) {
    remotes.put(region, new Remote(authority, roundTrip));
    return this;
  }

  Lane localLane(Timing timing, Runnable onRecovery) {
    return new Lane(
        authority, members, timing, settings, settings.budget(), settings.leaseSpan(), onRecovery);
  }

  RegionLanes regionLanes(Timing timing, Runnable onRecovery) {
    Map<String, Lane> lanes = new HashMap<>();
    remotes.forEach(
        (name, remote) -> {
          var fourTrips = remote.roundTrip().multipliedBy(4);
          var span =
              fourTrips.compareTo(settings.leaseSpan()) > 0 ? fourTrips : settings.leaseSpan();
          lanes.put(
              name,
              new Lane(
                  remote.authority(),
                  members,
                  timing,
                  settings,
                  settings.remoteBudget(),
                  span,
                  onRecovery));
        });
    return new RegionLanes(homes, Map.copyOf(lanes));
  }

  public Limiter build() {
    return new Limiter(this);
  }
}
