package dev.plaza.catalog.restaurant;

import dev.plaza.platform.outbox.Outbox;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/// The restaurants of the catalog. Every change takes the restaurant's row lock, raises its
/// revision and puts an event into the outbox, in one transaction.
public class Restaurants {

  private static final int LOAD_BATCH_MAX = 1_000;

  private final RestaurantStore store;
  private final RestaurantEvents events;
  private final Outbox outbox;
  private final TransactionTemplate transaction;
  private final ApplicationEventPublisher announcements;
  private final Clock clock;

  Restaurants(
      RestaurantStore store,
      RestaurantEvents events,
      Outbox outbox,
      TransactionTemplate transaction,
      ApplicationEventPublisher announcements,
      Clock clock) {
    this.store = store;
    this.events = events;
    this.outbox = outbox;
    this.transaction = transaction;
    this.announcements = announcements;
    this.clock = clock;
  }

  public Optional<Restaurant> find(String id) {
    return store.find(id);
  }

  /// @throws ProblemException 404 when there is none
  public Restaurant get(String id) {
    return store.find(id).orElseThrow(ProblemException::notFound);
  }

  public List<Restaurant> load(Collection<String> ids) {
    return store.load(ids);
  }

  /// Every restaurant, in batches.
  public void forEach(Consumer<List<Restaurant>> batch) {
    var last = "";
    List<Restaurant> read;
    do {
      read = store.after(last, LOAD_BATCH_MAX);
      if (!read.isEmpty()) {
        batch.accept(read);
        last = read.getLast().id();
      }
    } while (read.size() == LOAD_BATCH_MAX);
  }

  /// Which version of a restaurant and its menu is in the table.
  public record Version(String id, long revision, long menuVersion) {}

  public List<Version> changedSince(Instant since) {
    return store.changedSince(since);
  }

  public boolean isEmpty() {
    return store.isEmpty();
  }

  /// From what is there now (null: nothing) to what shall be there.
  @FunctionalInterface
  public interface Change {
    Profile to(@Nullable Profile before);
  }

  /// A restaurant to be stored.
  public record Put(String id, Change change) {}

  /// What became of a [Put].
  public record Stored(Restaurant restaurant, boolean created) {}

  /// Creates or replaces.
  ///
  /// @param revision only if this is the current revision; null: whatever it is
  public Stored put(String id, @Nullable Long revision, Change change) {
    return inTransaction(
        () -> {
          if (revision != null) {
            long current = store.lock(id).map(Restaurant::revision).orElse(0L);
            if (revision != current) {
              throw new ProblemException(
                      CommonProblem.PRECONDITION_FAILED, "The restaurant has another revision now.")
                  .with("revision", current);
            }
          }
          return putAll(List.of(new Put(id, change))).getFirst();
        });
  }

  /// Creates or replaces many at once, in the transaction of the caller. Of several with one id
  /// the last counts.
  public List<Stored> putAll(List<Put> puts) {
    var changes = new TreeMap<String, Change>();
    puts.forEach(it -> changes.put(it.id(), it.change()));
    var stored = new ArrayList<Stored>();
    update(changes, store.lockAll(changes.keySet()), stored);
    insert(changes, stored);
    // Somebody else was a moment faster with these: theirs are replaced.
    update(changes, changes.isEmpty() ? List.of() : store.lockAll(changes.keySet()), stored);
    return stored;
  }

  private void update(Map<String, Change> changes, List<Restaurant> known, List<Stored> stored) {
    if (!known.isEmpty()) {
      var after =
          known.stream()
              .map(it -> next(it, it.profile(), it.pausedUntil(), changes.get(it.id())))
              .toList();
      save(after);
      after.forEach(it -> stored.add(new Stored(it, false)));
      known.forEach(it -> changes.remove(it.id()));
    }
  }

  private void insert(Map<String, Change> changes, List<Stored> stored) {
    if (changes.isEmpty()) {
      return;
    }
    var now = now();
    var made = new ArrayList<Restaurant>();
    changes.forEach(
        (id, change) -> {
          var profile = change.to(null);
          var until = events.knownUntil(profile, now);
          made.add(new Restaurant(id, 1, profile, null, until, 0, now, now));
        });
    var inserted = store.insertAll(made);
    var created = made.stream().filter(it -> inserted.contains(it.id())).toList();
    tell(created, now);
    created.forEach(it -> stored.add(new Stored(it, true)));
    inserted.forEach(changes::remove);
  }

  /// Takes no orders before that moment; null: takes orders again.
  public Restaurant pause(String id, @Nullable Instant until) {
    return inTransaction(
        () -> {
          var before = lock(id);
          if (Objects.equals(before.pausedUntil(), until)) {
            return before;
          }
          var after = next(before, before.profile(), until, null);
          save(List.of(after));
          return after;
        });
  }

  /// Works out the hours of restaurants whose published intervals run out, and tells them anew.
  ///
  /// @return how many
  int refreshHours(Instant endingBefore, int limit) {
    return inTransaction(
        () -> {
          var due = store.lockHoursEndingBefore(endingBefore, limit);
          if (!due.isEmpty()) {
            save(due.stream().map(it -> next(it, it.profile(), it.pausedUntil(), null)).toList());
          }
          return due.size();
        });
  }

  /// Locks the restaurant for a change of its menu, in the transaction of the caller.
  public Restaurant lock(String id) {
    return store.lock(id).orElseThrow(ProblemException::notFound);
  }

  /// In the transaction that has locked or created them and stored their menus.
  public void menusPublished(List<String> ids, long version) {
    store.menuVersion(ids, version, now());
    announce(ids);
  }

  private Restaurant next(
      Restaurant before, Profile profile, @Nullable Instant pausedUntil, @Nullable Change change) {
    var now = now();
    var changed = change == null ? profile : change.to(profile);
    return new Restaurant(
        before.id(),
        before.revision() + 1,
        changed,
        pausedUntil,
        events.knownUntil(changed, now),
        before.menuVersion(),
        before.createdAt(),
        now);
  }

  private void save(List<Restaurant> changed) {
    store.updateAll(changed);
    tell(changed, now());
  }

  private void tell(List<Restaurant> changed, Instant now) {
    outbox.appendAll(changed.stream().map(it -> events.updated(it, now)).toList());
    announce(changed.stream().map(Restaurant::id).toList());
  }

  private void announce(List<String> ids) {
    if (ids.isEmpty()) {
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            announcements.publishEvent(new RestaurantsChanged(ids));
          }
        });
  }

  /// PostgreSQL keeps microseconds; what is answered now and what is read later must be equal.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  private <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(_ -> work.get()));
  }
}
