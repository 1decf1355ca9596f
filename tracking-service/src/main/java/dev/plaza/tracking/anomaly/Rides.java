package dev.plaza.tracking.anomaly;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plaza.tracking.redis.RedisLink;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/// Rides in Redis: `tracking:ride:{<courier>}`, JSON of a [Ride], with TTL. Two instances
/// that judge one courier at once may overwrite each other; an anomaly is then told twice or a
/// little later.
@Component
class Rides {

  private static final Duration KEPT = Duration.ofHours(2);

  private final RedisLink redis;
  private final JsonMapper json;

  Rides(RedisLink redis, JsonMapper json) {
    this.redis = redis;
    this.json = json;
  }

  Map<String, Ride> find(Collection<String> couriers) {
    var ids = List.copyOf(couriers);
    List<byte[]> values = redis.pipeline(ids, id -> commands -> commands.get(key(id)));
    var rides = new HashMap<String, Ride>();
    for (int i = 0; i < ids.size(); i++) {
      byte[] value = values.get(i);
      if (value != null) {
        rides.put(ids.get(i), json.readValue(value, Ride.class));
      }
    }
    return rides;
  }

  void save(Map<String, Ride> rides) {
    redis.pipeline(
        List.copyOf(rides.entrySet()),
        it ->
            commands ->
                commands.setex(
                    key(it.getKey()), KEPT.toSeconds(), json.writeValueAsBytes(it.getValue())));
  }

  private static byte[] key(String courierId) {
    return "tracking:ride:{%s}".formatted(courierId).getBytes(UTF_8);
  }
}
