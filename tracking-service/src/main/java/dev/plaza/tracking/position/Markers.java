package dev.plaza.tracking.position;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plaza.contracts.Place;
import dev.plaza.tracking.redis.LuaScript;
import dev.plaza.tracking.redis.RedisLink;
import io.lettuce.core.GeoArgs;
import io.lettuce.core.GeoSearch;
import io.lettuce.core.GeoWithin;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The newest position of each courier, in Redis. Couriers are spread over shards by their id, and
/// the keys of a shard share a hash tag, so that one script may touch them together.
///
/// - `tracking:latest:{<shard>}:<courier>` hash: ts, lat, lon, acc, spd, brg, rcv; with TTL
/// - `tracking:geo:{<shard>}` GEO of couriers; `tracking:seen:{<shard>}` sorted set by ts, by which
///   the script drops from GEO who has been silent for the TTL
@Component
public final class Markers {

  private static final int SHARDS = 16;
  private static final byte[][] FIELDS =
      LuaScript.bytes("ts", "lat", "lon", "acc", "spd", "brg", "rcv");

  private final LuaScript move = new LuaScript("move_marker.lua", ScriptOutputType.INTEGER);
  private final RedisLink redis;
  private final Duration kept;

  Markers(RedisLink redis, PositionProperties properties) {
    this.redis = redis;
    this.kept = properties.markerKept();
  }

  /// A fix to move a marker to.
  ///
  /// @param floorMs a marker that Redis has lost is taken to have been there; 0 for none
  record Move(Fix fix, long floorMs) {}

  /// @return for each, whether the marker moved: only forward in time, whoever else writes
  List<Boolean> move(List<Move> moves) {
    List<LuaScript.Call> calls = moves.stream().map(this::call).toList();
    return redis.<Long>run(move, calls).stream().map(it -> it == 1).toList();
  }

  private LuaScript.Call call(Move move) {
    Fix fix = move.fix();
    int shard = shard(fix.courierId());
    return new LuaScript.Call(
        LuaScript.bytes(
            latest(fix.courierId()),
            "tracking:geo:{%02d}".formatted(shard),
            "tracking:seen:{%02d}".formatted(shard)),
        LuaScript.bytes(
            fix.courierId(),
            fix.tsMs(),
            move.floorMs(),
            kept.toSeconds(),
            fix.location().lat(),
            fix.location().lon(),
            text(fix.accuracyM()),
            text(fix.speedMps()),
            text(fix.bearingDeg()),
            fix.receivedMs()));
  }

  /// The markers of these couriers, of those who have one.
  public Map<String, Fix> find(Collection<String> couriers) {
    var ids = List.copyOf(couriers);
    List<List<KeyValue<byte[], byte[]>>> rows =
        redis.pipeline(ids, id -> commands -> commands.hmget(key(id), FIELDS));
    var found = new HashMap<String, Fix>();
    for (int i = 0; i < ids.size(); i++) {
      Fix fix = fix(ids.get(i), rows.get(i));
      if (fix != null) {
        found.put(ids.get(i), fix);
      }
    }
    return found;
  }

  public Optional<Fix> find(String courierId) {
    return Optional.ofNullable(find(List.of(courierId)).get(courierId));
  }

  /// Couriers near a place, nearest first within each shard, at most `limit` of each.
  public List<String> near(Place centre, double radiusM, int limit) {
    var shape = GeoSearch.byRadius(radiusM, GeoArgs.Unit.m);
    var from = GeoSearch.<byte[]>fromCoordinates(centre.lon(), centre.lat());
    var args = new GeoArgs().asc().withCount(limit);
    List<Integer> shards = IntStream.range(0, SHARDS).boxed().toList();
    List<List<GeoWithin<byte[]>>> found =
        redis.pipeline(
            shards,
            shard ->
                commands ->
                    commands.geosearch(
                        "tracking:geo:{%02d}".formatted(shard).getBytes(UTF_8), from, shape, args));
    var couriers = new ArrayList<String>();
    found.forEach(shard -> shard.forEach(it -> couriers.add(new String(it.getMember(), UTF_8))));
    return couriers;
  }

  private static @Nullable Fix fix(String courierId, List<KeyValue<byte[], byte[]>> row) {
    var values = new HashMap<String, String>();
    for (KeyValue<byte[], byte[]> field : row) {
      if (field.hasValue()) {
        values.put(new String(field.getKey(), UTF_8), new String(field.getValue(), UTF_8));
      }
    }
    if (!values.keySet().containsAll(Set.of("ts", "lat", "lon", "rcv"))) {
      return null;
    }
    return new Fix(
        courierId,
        new Place(number(values, "lat"), number(values, "lon")),
        optional(values, "acc"),
        optional(values, "spd"),
        optional(values, "brg"),
        Instant.ofEpochMilli((long) number(values, "ts")),
        Instant.ofEpochMilli((long) number(values, "rcv")));
  }

  private static double number(Map<String, String> values, String field) {
    return Double.parseDouble(values.getOrDefault(field, ""));
  }

  private static @Nullable Double optional(Map<String, String> values, String field) {
    String value = values.get(field);
    return value == null || value.isEmpty() ? null : Double.valueOf(value);
  }

  private static String text(@Nullable Double value) {
    return value == null ? "" : value.toString();
  }

  private static int shard(String courierId) {
    return Math.floorMod(courierId.hashCode(), SHARDS);
  }

  private static String latest(String courierId) {
    return "tracking:latest:{%02d}:%s".formatted(shard(courierId), courierId);
  }

  private static byte[] key(String courierId) {
    return latest(courierId).getBytes(UTF_8);
  }
}
