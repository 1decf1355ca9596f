package dev.plaza.order.order;

import dev.plaza.platform.stream.LiveSource;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The audit trail of an order as a live stream: the SSE id is the order's version.
///
/// Without an id, or with one that this order never had, it begins with a snapshot of the order.
final class OrderStream implements LiveSource {

  private final Supplier<StoredOrder> order;
  private final Function<StoredOrder, OrderView> view;
  private final BiFunction<Long, Integer, List<OrderEvents.Entry>> entries;

  OrderStream(
      Supplier<StoredOrder> order,
      Function<StoredOrder, OrderView> view,
      BiFunction<Long, Integer, List<OrderEvents.Entry>> entries) {
    this.order = order;
    this.view = view;
    this.entries = entries;
  }

  @Override
  public @Nullable Long position(@Nullable String lastEventId) {
    if (lastEventId == null || !lastEventId.matches("\\d{1,18}")) {
      return null;
    }
    long position = Long.parseLong(lastEventId);
    return position <= order.get().version() ? position : null;
  }

  @Override
  public Snapshot snapshot() {
    var now = order.get();
    return new Snapshot(now.version(), view.apply(now));
  }

  @Override
  public List<Event> after(long position, int limit) {
    return entries.apply(position, limit).stream()
        .map(it -> new Event(it.seq(), it.type(), it))
        .toList();
  }
}
