package dev.plaza.quota.authority;

import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.offer.Offers;
import dev.plaza.quota.shard.OfferBook;
import dev.plaza.quota.shard.OfferRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// All offers in memory, so that deciding needs no database. Kept up by [#catchUp].
@Component
public class Book implements OfferBook {

  private static final int PAGE = 1_000;
  private static final Instant ALWAYS = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant NEVER = Instant.parse("2500-01-01T00:00:00Z");

  private final Offers offers;
  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private long seen;

  Book(Offers offers) {
    this.offers = offers;
  }

  private record Entry(Offer offer, OfferRules rules) {}

  @Override
  public @Nullable OfferRules rules(String offerId) {
    Entry entry = entries.get(offerId);
    return entry == null ? null : entry.rules();
  }

  public Optional<Offer> offer(String id) {
    return Optional.ofNullable(entries.get(id)).map(Entry::offer);
  }

  /// The offer, looked up in the database if it is not known here yet.
  public Optional<Offer> find(String id) {
    Optional<Offer> known = offer(id);
    if (known.isPresent()) {
      return known;
    }
    Optional<Offer> found = offers.find(id);
    found.ifPresent(this::put);
    return found;
  }

  /// Reads what has changed since the last time.
  ///
  /// @return ids of offers whose rules are newer than before
  public synchronized List<String> catchUp() {
    var changed = new ArrayList<String>();
    List<Offers.Changed> page;
    do {
      page = offers.changedAfter(seen, PAGE);
      for (Offers.Changed it : page) {
        put(it.offer());
        changed.add(it.offer().id());
        seen = it.change();
      }
    } while (page.size() == PAGE);
    return changed;
  }

  /// Takes a newer version of an offer.
  public void put(Offer offer) {
    entries.merge(
        offer.id(),
        new Entry(offer, rulesOf(offer)),
        (old, it) -> it.offer().version() > old.offer().version() ? it : old);
  }

  private static OfferRules rulesOf(Offer offer) {
    return new OfferRules(
        offer.id(),
        offer.version(),
        offer.limit(),
        offer.budget() == null ? null : offer.budget().amount(),
        offer.perUserLimit() == null ? null : Long.valueOf(offer.perUserLimit()),
        offer.startsAt() == null ? ALWAYS : offer.startsAt(),
        offer.endsAt() == null ? NEVER : offer.endsAt(),
        offer.conditions().honorHolds());
  }
}
