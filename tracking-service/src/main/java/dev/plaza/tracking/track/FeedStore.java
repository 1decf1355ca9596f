package dev.plaza.tracking.track;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plaza.tracking.redis.LuaScript;
import dev.plaza.tracking.redis.RedisLink;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.StreamMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Feeds of orders in Redis: a capped stream each, and a hash that guards it.
///
/// - `tracking:feed:{<order>}` stream, id `<ms>-<counter>`
/// - `tracking:feed-meta:{<order>}` hash, see `append_feed.lua`
@Component
class FeedStore {

  private final LuaScript append = new LuaScript("append_feed.lua", ScriptOutputType.INTEGER);
  private final RedisLink redis;
  private final TrackProperties properties;

  FeedStore(RedisLink redis, TrackProperties properties) {
    this.redis = redis;
    this.properties = properties;
  }

  /// Events to append to one order's feed.
  record Append(TrackedOrder order, List<FeedEvent.Draft> events) {}

  /// @return for each, whether its feed exists; where not, nothing was appended
  List<Boolean> append(List<Append> appends) {
    List<LuaScript.Call> calls = appends.stream().map(it -> call("append", it)).toList();
    return redis.<Long>run(append, calls).stream().map(it -> it >= 0).toList();
  }

  /// Makes a feed, unless somebody has made it meanwhile.
  void build(Append feed) {
    redis.run(append, List.of(call("build", feed)));
  }

  private LuaScript.Call call(String mode, Append append) {
    var args = new ArrayList<Object>(4 + 6 * append.events().size());
    args.add(mode);
    args.add(append.order().feedEpoch());
    args.add(properties.feedMax());
    args.add(properties.feedKept().toSeconds());
    for (FeedEvent.Draft event : append.events()) {
      args.add(event.kind());
      args.add(event.track());
      args.add(event.ms());
      args.add(event.rank());
      args.add(event.courierId());
      args.add(event.data());
    }
    return new LuaScript.Call(
        LuaScript.bytes(feed(append.order().orderId()), meta(append.order().orderId())),
        LuaScript.bytes(args.toArray()));
  }

  boolean exists(TrackedOrder order) {
    byte[] epoch =
        redis.one(
            commands ->
                commands.hget(meta(order.orderId()).getBytes(UTF_8), "epoch".getBytes(UTF_8)));
    return epoch != null && Long.parseLong(new String(epoch, UTF_8)) >= order.feedEpoch();
  }

  /// Events behind a position, ascending, at most `limit`.
  List<FeedEvent> after(String orderId, long position, int limit) {
    String from = FeedEvent.ms(position) + "-" + FeedEvent.counter(position);
    Range<String> range = Range.from(Range.Boundary.excluding(from), Range.Boundary.unbounded());
    List<StreamMessage<byte[], byte[]>> found =
        Objects.requireNonNullElse(
            redis.one(
                commands ->
                    commands.xrange(feed(orderId).getBytes(UTF_8), range, Limit.from(limit))),
            List.of());
    return found.stream().map(FeedStore::event).toList();
  }

  private static FeedEvent event(StreamMessage<byte[], byte[]> message) {
    Map<String, String> fields = new HashMap<>();
    message
        .getBody()
        .forEach((name, value) -> fields.put(new String(name, UTF_8), new String(value, UTF_8)));
    String id = message.getId();
    int dash = id.indexOf('-');
    long position =
        FeedEvent.position(
            Long.parseLong(id.substring(0, dash)), Long.parseLong(id.substring(dash + 1)));
    return new FeedEvent(
        position, text(fields.get("k")), text(fields.get("c")), text(fields.get("d")));
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static String feed(String orderId) {
    return "tracking:feed:{%s}".formatted(orderId);
  }

  private static String meta(String orderId) {
    return "tracking:feed-meta:{%s}".formatted(orderId);
  }
}
