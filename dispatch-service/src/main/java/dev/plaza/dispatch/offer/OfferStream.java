package dev.plaza.dispatch.offer;

import dev.plaza.dispatch.courier.CourierFeed;
import dev.plaza.platform.stream.LiveSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A courier's offers, live: `offer` with the offer, `closed` with its id and the reason; a
/// `resync` carries all offers that are open to him.
final class OfferStream implements LiveSource {

  private static final int POSITION_LENGTH_MAX = 18;

  private final String courierId;
  private final OfferStore store;
  private final CourierFeed feed;

  OfferStream(String courierId, OfferStore store, CourierFeed feed) {
    this.courierId = courierId;
    this.store = store;
    this.feed = feed;
  }

  @Override
  public @Nullable Long position(@Nullable String lastEventId) {
    if (lastEventId == null
        || lastEventId.length() > POSITION_LENGTH_MAX
        || !lastEventId.matches("\\d+")) {
      return null;
    }
    long position = Long.parseLong(lastEventId);
    long head = feed.head(courierId);
    long oldest = feed.oldest(courierId).orElse(head + 1);
    return position <= head && position >= oldest - 1 ? Long.valueOf(position) : null;
  }

  @Override
  public Snapshot snapshot() {
    long head = feed.head(courierId);
    return new Snapshot(head, Map.of("offers", offers()));
  }

  private List<OfferView> offers() {
    return store.pendingOf(courierId).stream().map(Offer::view).toList();
  }

  @Override
  public List<Event> after(long position, int limit) {
    return feed.after(courierId, position, limit).stream().map(this::event).toList();
  }

  private Event event(CourierFeed.Entry entry) {
    Object data =
        entry.name().equals("offer")
            ? store.find(entry.offerId()).orElseThrow().view()
            : Map.of("id", entry.offerId(), "reason", entry.reason() == null ? "" : entry.reason());
    return new Event(entry.seq(), entry.name(), data);
  }
}
