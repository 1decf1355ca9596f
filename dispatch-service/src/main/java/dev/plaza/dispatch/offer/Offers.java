package dev.plaza.dispatch.offer;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.dispatch.courier.CourierFeed;
import dev.plaza.dispatch.job.Announcements;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.platform.Ids;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/// Makes offers, and tells about them.
@Component
public class Offers {

  private final OfferStore store;
  private final Jobs jobs;
  private final CourierFeed feed;
  private final Announcements announcements;
  private final OfferProperties properties;
  private final Clock clock;

  Offers(
      OfferStore store,
      Jobs jobs,
      CourierFeed feed,
      Announcements announcements,
      OfferProperties properties,
      Clock clock) {
    this.store = store;
    this.jobs = jobs;
    this.feed = feed;
    this.announcements = announcements;
    this.properties = properties;
    this.clock = clock;
  }

  /// Offers open jobs, whose rows are locked in this transaction, to couriers.
  ///
  /// @param trip in the order of the drop-offs
  /// @return how many couriers got it; 0: all are busy with another offer, nothing has changed
  public int make(List<Job> trip, List<String> couriers) {
    var view = view(Ids.next(), trip, clock.instant().plus(properties.expiry()));
    store.insert(view);
    var addressed = new ArrayList<String>();
    for (var courier : couriers) {
      if (store.address(view.id(), courier)) {
        addressed.add(courier);
      }
    }
    if (addressed.isEmpty()) {
      store.close(view.id(), OfferStatus.WITHDRAWN);
      return 0;
    }
    for (var job : trip) {
      jobs.offered(job, view.id());
      if (job.tries() == 0) {
        announcements.announce(AssignmentEvent.OFFERED, job.orderId(), null, null, null, null);
      }
    }
    addressed.stream().sorted().forEach(it -> feed.append(it, "offer", view.id(), null));
    return addressed.size();
  }

  private static OfferView view(String id, List<Job> trip, Instant expiresAt) {
    var first = trip.getFirst();
    var readyAt = trip.stream().map(Job::readyAt).max(Comparator.naturalOrder()).orElseThrow();
    return new OfferView(
        id,
        trip.stream().map(Job::orderId).toList(),
        new OfferView.Pickup(first.pickup(), first.restaurantId(), first.restaurantName(), readyAt),
        trip.stream().map(it -> new OfferView.Dropoff(it.orderId(), it.dropoff())).toList(),
        new OfferView.Pay(trip.stream().mapToLong(Job::pay).sum(), first.currency()),
        expiresAt);
  }

  /// Couriers who think about an offer right now.
  public Set<String> couriersAsked() {
    return Set.copyOf(store.couriersPending());
  }

  public List<OfferRow> open(int limit) {
    return store.rows("o.status = :value", OfferStatus.OPEN.name(), limit);
  }

  /// Every offer an order was ever part of.
  public List<OfferRow> history(String orderId, int limit) {
    return store.rows("o.order_ids @> ARRAY[CAST(:value AS text)]", orderId, limit);
  }
}
