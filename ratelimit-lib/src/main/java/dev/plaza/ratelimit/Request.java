package dev.plaza.ratelimit;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is to be decided on: which route is called how, and by whom.
///
/// Cheap to make, and faster still when kept: it remembers the policies that match it and
/// where it was counted.
public final class Request {

  static final Key NOBODY = Key.of("");

  private final String route;
  private final Set<String> aliases;
  private final String method;
  private final Set<String> roles;
  private final @Nullable Key tenant;
  private final @Nullable Key user;
  private final Key ip;
  final long units;

  /// The matching policies of the limiter that decided it last. A race only costs a lookup.
  @Nullable Plan plan;

  /// The bucket it was counted by last, under the only limit of its plan.
  @Nullable Bucket bucket;

  private @Nullable Key routeKey;

  private Request(Builder builder) {
    this.route = builder.route;
    this.aliases = builder.aliases;
    this.method = builder.method;
    this.roles = builder.roles;
    this.tenant = builder.tenant;
    this.user = builder.user;
    this.ip = builder.ip;
    this.units = builder.units;
  }

  public static Builder to(String method, String route) {
    return new Builder(method, route);
  }

  public String route() {
    return route;
  }

  /// Other names that policies may know the route by.
  public Set<String> aliases() {
    return aliases;
  }

  public String method() {
    return method;
  }

  public Set<String> roles() {
    return roles;
  }

  public @Nullable Key tenant() {
    return tenant;
  }

  public @Nullable Key user() {
    return user;
  }

  /// The address, or the network, that the request counts for.
  public Key ip() {
    return ip;
  }

  Key routeKey() {
    var key = routeKey;
    if (key == null) {
      key = Key.of(route);
      routeKey = key;
    }
    return key;
  }

  /// How many times the cost of a policy it takes.
  public long units() {
    return units;
  }

  /// A request step by step.
  public static final class Builder {
    private final String method;
    private final String route;
    private Set<String> aliases = Set.of();
    private Set<String> roles = Set.of();
    private @Nullable Key tenant;
    private @Nullable Key user;
    private Key ip = NOBODY;
    private long units = 1;

    private Builder(String method, String route) {
      this.method = method;
      this.route = route;
    }

    /// Other names that policies may know the route by; buckets go by the route itself.
    public Builder aliases(Set<String> aliases) {
      this.aliases = Set.copyOf(aliases);
      return this;
    }

    /// The address by [dev.plaza.ratelimit.address.ClientAddress], never a header as it came.
    public Builder ip(String ip) {
      this.ip = Key.of(ip);
      return this;
    }

    public Builder user(@Nullable String user) {
      return user(user == null ? null : Key.of(user));
    }

    public Builder user(@Nullable Key user) {
      this.user = user;
      return this;
    }

    public Builder roles(Set<String> roles) {
      this.roles = Set.copyOf(roles);
      return this;
    }

    public Builder tenant(@Nullable String tenant) {
      return tenant(tenant == null ? null : Key.of(tenant));
    }

    public Builder tenant(@Nullable Key tenant) {
      this.tenant = tenant;
      return this;
    }

    /// 0 looks without taking.
    public Builder units(long units) {
      if (units < 0 || units > 1_000_000) {
        throw new IllegalArgumentException("units from 0 to 1,000,000, not " + units);
      }
      this.units = units;
      return this;
    }

    public Request build() {
      return new Request(this);
    }
  }
}
