package dev.plaza.ratelimit;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The ways to the authorities of other regions, for policies whose tenants have a home.
///
/// @param homes the region of a tenant; null for this one
record RegionLanes(Function<String, @Nullable String> homes, Map<String, Lane> lanes) {

  Lane of(@Nullable Key tenant, Lane local) {
    var home = tenant == null ? null : homes.apply(tenant.text());
    var lane = home == null ? null : lanes.get(home);
    return lane == null ? local : lane;
  }
}
