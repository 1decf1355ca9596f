package dev.plaza.catalog.menu;

import dev.plaza.catalog.restaurant.Restaurant;
import dev.plaza.catalog.restaurant.Restaurants;
import dev.plaza.platform.outbox.Outbox;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Menus of restaurants. A published menu never changes; a change is the next version. What is
/// left of an item changes without a new version. Both happen under the restaurant's row lock.
@Component
public class Menus {

  private final MenuStore store;
  private final Restaurants restaurants;
  private final Outbox outbox;
  private final TransactionTemplate transaction;
  private final MenuLimits limits;
  private final Clock clock;

  Menus(
      MenuStore store,
      Restaurants restaurants,
      Outbox outbox,
      TransactionTemplate transaction,
      MenuLimits limits,
      Clock clock) {
    this.store = store;
    this.restaurants = restaurants;
    this.outbox = outbox;
    this.transaction = transaction;
    this.limits = limits;
    this.clock = clock;
  }

  /// A menu with what is left of its items.
  ///
  /// @param changes grows with every change of what is left
  record Current(String restaurantId, long version, long changes, Menu menu) {}

  /// @param version null: the newest
  /// @throws ProblemException 404 without restaurant, menu or version
  Current read(String restaurantId, @Nullable Long version) {
    var restaurant = restaurants.get(restaurantId);
    long wanted = version == null ? restaurant.menuVersion() : version;
    var menu = store.find(restaurantId, wanted).orElseThrow(ProblemException::notFound);
    return current(restaurantId, wanted, menu);
  }

  private Current current(String restaurantId, long version, Menu menu) {
    long changes = store.changes(restaurantId);
    var states = store.states(restaurantId);
    return new Current(
        restaurantId, version, changes, menu.mapItems(it -> asOf(it, states.get(it.sku()))));
  }

  private static Menu.Item asOf(Menu.Item item, @Nullable ItemState state) {
    return state == null ? item : item.with(state.available(), state.stock());
  }

  /// @param expected the version this one replaces; null: whichever
  /// @throws ProblemException 412 when another version is there, 422 when a rule is broken
  Current publish(String restaurantId, @Nullable Long expected, MenuRequest request, String by) {
    return inTransaction(
        () -> {
          var restaurant = restaurants.lock(restaurantId);
          if (expected != null && expected != restaurant.menuVersion()) {
            throw new ProblemException(
                    CommonProblem.PRECONDITION_FAILED, "The menu has another version now.")
                .with("menu_version", restaurant.menuVersion());
          }
          var states = store.states(restaurantId);
          var menu = MenuRules.menu(request, restaurant.profile().currency(), limits, states::get);
          return publish(restaurant, menu, states, by);
        });
  }

  /// The first menu of a restaurant.
  public record First(String restaurantId, Menu menu) {}

  /// Publishes menus for restaurants that have none, in the transaction that created them.
  public void publishFirst(List<First> menus, String by) {
    if (menus.isEmpty()) {
      return;
    }
    var now = now();
    store.insertFirst(menus, by, now);
    restaurants.menusPublished(menus.stream().map(First::restaurantId).toList(), 1);
    outbox.appendAll(
        menus.stream()
            .map(it -> MenuEvents.published(it.restaurantId(), 1, it.menu(), now))
            .toList());
  }

  private Current publish(
      Restaurant restaurant, Menu menu, Map<String, ItemState> states, String by) {
    var now = now();
    long version = restaurant.menuVersion() + 1;
    store.insert(restaurant.id(), version, menu, by, now);
    restaurants.menusPublished(List.of(restaurant.id()), version);
    outbox.append(MenuEvents.published(restaurant.id(), version, menu, now));
    for (var item : menu.items()) {
      keep(restaurant.id(), item, states.get(item.sku()), now);
    }
    return current(restaurant.id(), version, menu);
  }

  /// A menu that says something new of an item already known says it to everybody; the first state
  /// of a new item is in the menu's event.
  private void keep(String restaurantId, Menu.Item item, @Nullable ItemState known, Instant now) {
    if (known == null) {
      if (!item.available() || item.stock() != null) {
        store.save(restaurantId, new ItemState(item.sku(), item.available(), item.stock(), 0));
      }
      return;
    }
    if (item.available() != known.available() || !Objects.equals(item.stock(), known.stock())) {
      change(
          restaurantId,
          new ItemState(item.sku(), item.available(), item.stock(), known.revision() + 1),
          now);
    }
  }

  /// Changes what is left of an item.
  ///
  /// @param change from the state now to the new one
  /// @throws ProblemException 404 when the item is not on the current menu
  ItemState patch(String restaurantId, String sku, Change change) {
    return inTransaction(
        () -> {
          var restaurant = restaurants.lock(restaurantId);
          var item =
              store.find(restaurantId, restaurant.menuVersion()).stream()
                  .flatMap(it -> it.items().stream())
                  .filter(it -> it.sku().equals(sku))
                  .findFirst()
                  .orElseThrow(ProblemException::notFound);
          var known = store.states(restaurantId).get(sku);
          var before =
              known == null ? new ItemState(sku, item.available(), item.stock(), 0) : known;
          var wanted = change.of(before);
          if (wanted.equals(before)) {
            return before;
          }
          var after = new ItemState(sku, wanted.available(), wanted.stock(), before.revision() + 1);
          change(restaurantId, after, now());
          return after;
        });
  }

  @FunctionalInterface
  interface Change {
    ItemState of(ItemState before);
  }

  private void change(String restaurantId, ItemState after, Instant now) {
    store.save(restaurantId, after);
    outbox.append(MenuEvents.changed(restaurantId, after, now));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  private <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(_ -> work.get()));
  }
}
