package dev.plaza.ratelimit;

import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.Regions;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds the bucket of a request under a limit.
///
/// Keys that find no room in memory, because everything there is busy, share a few buckets by
/// their network: a flood of invented keys limits itself, and nobody else.
final class Buckets {

  private static final String PREFIX = "rl";

  private final BucketTable table;
  private final ConcurrentHashMap<String, Bucket> overflow = new ConcurrentHashMap<>();
  private final int overflowKeys;
  private final Lane local;
  private final RegionLanes regions;
  private final Consumer<Bucket> retired;
  final LongAdder overflowed = new LongAdder();
  final LongAdder created = new LongAdder();

  Buckets(LimiterSettings settings, Lane local, RegionLanes regions, Consumer<Bucket> retired) {
    this.table = new BucketTable(settings.keysMax(), settings.idleMin().toNanos(), retired);
    this.overflowKeys = settings.overflowKeys();
    this.local = local;
    this.regions = regions;
    this.retired = retired;
  }

  Bucket of(Limit limit, Request request, long now) {
    var who = who(limit, request);
    var tenant = tenant(limit, request);
    var first = limit.identity.first + who.first * 0x9E3779B97F4A7C15L;
    var second = limit.identity.second ^ who.second;
    if (tenant != null) {
      first ^= Long.rotateLeft(tenant.first, 32);
      second += tenant.second * 0xC2B2AE3D27D4EB4FL;
    }
    first ^= first >>> 29;
    var bucket = table.find(first, second);
    return bucket != null ? bucket : add(first, second, limit, request, tenant, who, now);
  }

  private Bucket add(
      long first,
      long second,
      Limit limit,
      Request request,
      @Nullable Key tenant,
      Key who,
      long now) {
    var name = BucketName.of(PREFIX, limit, tenant, who);
    var fresh = new Bucket(first, second, limit, lane(limit, request), name, now);
    created.increment();
    var bucket = table.add(fresh, now);
    return bucket != null ? bucket : shared(limit, request, who, now);
  }

  private Bucket shared(Limit limit, Request request, Key who, long now) {
    overflowed.increment();
    var network = limit.keyBy == KeyBy.IP ? network(who.text()) : who.text();
    var key = Key.of("overflow " + Math.floorMod(network.hashCode(), overflowKeys));
    var name = BucketName.of(PREFIX, limit, null, key);
    return overflow.computeIfAbsent(
        limit.identity.text() + key.text(),
        _ -> new Bucket(key.first, key.second, limit, lane(limit, request), name, now));
  }

  /// Policies have changed: overflow buckets of the old ones are of no use any more.
  void renew() {
    overflow
        .values()
        .removeIf(
            it -> {
              it.retire();
              retired.accept(it);
              return true;
            });
  }

  private Lane lane(Limit limit, Request request) {
    return limit.policy.regions() instanceof Regions.Home
        ? regions.of(request.tenant(), local)
        : local;
  }

  private static Key who(Limit limit, Request request) {
    return switch (limit.keyBy) {
      case USER -> orNobody(request.user());
      case TENANT -> orNobody(request.tenant());
      case IP -> request.ip();
      case ROUTE -> request.routeKey();
    };
  }

  /// The tenant of a user is part of the user's name. An address and a route are nobody's.
  private static @Nullable Key tenant(Limit limit, Request request) {
    return limit.keyBy == KeyBy.USER ? request.tenant() : null;
  }

  /// The /24 of an IPv4 address, the /48 of an IPv6 network: an attacker has many of the smaller.
  private static String network(String ip) {
    var cut = ip.lastIndexOf('.');
    if (cut < 0) {
      cut = ip.indexOf(':');
      for (var i = 0; i < 2 && cut >= 0; i++) {
        cut = ip.indexOf(':', cut + 1);
      }
    }
    return cut < 0 ? ip : ip.substring(0, cut);
  }

  private static Key orNobody(@Nullable Key key) {
    return key == null ? Request.NOBODY : key;
  }

  /// Visits one of so many pieces of all buckets.
  void forEach(int piece, int pieces, Consumer<Bucket> action) {
    table.forEach(piece, pieces, action);
    if (piece == 0) {
      overflow.values().forEach(action);
    }
  }

  int capacity() {
    return table.capacity();
  }
}
