package dev.plaza.notify.delivery;

import dev.plaza.notify.category.Categories;
import dev.plaza.notify.category.Category;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.device.Devices;
import dev.plaza.notify.inbox.Inboxes;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.preference.QuietHours;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outgoing.Priority;
import dev.plaza.notify.routing.Rates;
import dev.plaza.notify.routing.Router;
import dev.plaza.notify.template.RenderFailed;
import dev.plaza.platform.Ids;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Takes up what is due: one transaction checks, counts, renders, routes and writes the attempts of
/// a batch. What comes out of it is committed and may leave at once; nothing else may.
@Component
class Claiming {

  private static final Log LOG = LogFactory.getLog(Claiming.class);

  private final DeliveryStore store;
  private final FactFinder finder;
  private final Budgets budgets;
  private final Digests digests;
  private final Composer composer;
  private final Router router;
  private final Rates rates;
  private final Inboxes inboxes;
  private final DeliveryEvents events;
  private final Categories categories;
  private final DeliveryProperties properties;
  private final Clock clock;
  private final JsonMapper json;
  private final TransactionTemplate transaction;

  Claiming(
      DeliveryStore store,
      FactFinder finder,
      Budgets budgets,
      Digests digests,
      Composer composer,
      Router router,
      Rates rates,
      Inboxes inboxes,
      DeliveryEvents events,
      Categories categories,
      DeliveryProperties properties,
      Clock clock,
      JsonMapper json,
      TransactionTemplate transaction) {
    this.store = store;
    this.finder = finder;
    this.budgets = budgets;
    this.digests = digests;
    this.composer = composer;
    this.router = router;
    this.rates = rates;
    this.inboxes = inboxes;
    this.events = events;
    this.categories = categories;
    this.properties = properties;
    this.clock = clock;
    this.json = json;
    this.transaction = transaction;
  }

  /// @param taken how many deliveries were due
  record Batch(int taken, List<Sending> sendings) {
    static final Batch NONE = new Batch(0, List.of());
  }

  Batch claim(Priority priority, int max) {
    var taken = new ArrayList<String>();
    try {
      Batch batch = transaction.execute(_ -> claimLocked(priority, max, taken));
      return batch == null ? Batch.NONE : batch;
    } catch (org.springframework.dao.TransientDataAccessException
        | org.springframework.dao.DataAccessResourceFailureException e) {
      throw e;
    } catch (RuntimeException e) {
      if (!taken.isEmpty()) {
        LOG.error("a batch of " + taken.size() + " deliveries failed and comes again apart", e);
        store.blame(taken, clock.instant());
      }
      throw e;
    }
  }

  private Batch claimLocked(Priority priority, int max, List<String> taken) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    List<Delivery> due = store.due(priority, now, max);
    if (due.isEmpty()) {
      return Batch.NONE;
    }
    due.forEach(it -> taken.add(it.id()));
    var work = new Work(finder.find(due), now);
    due.forEach(work::check);
    work.repetitionsAndCaps();
    work.digests();
    work.compose();
    work.obeyRates();
    store.write(work.changes, now);
    store.begin(work.beginnings(), now);
    inboxes.put(work.arrivals);
    events.claimed(work.ended, work.facts, now);
    return new Batch(due.size(), List.copyOf(work.sendings.values()));
  }

  /// The state of one batch on its way through the steps.
  private final class Work {
    private final Facts facts;
    private final Instant now;
    private final List<Delivery> going = new ArrayList<>();
    private final Map<String, Trail> trails = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<DeliveryEvents.Ended> ended = new ArrayList<>();
    private final List<Inboxes.Arrival> arrivals = new ArrayList<>();
    private final Map<String, Sending> sendings = new LinkedHashMap<>();

    Work(Facts facts, Instant now) {
      this.facts = facts;
      this.now = now;
    }

    private Trail trail(Delivery delivery) {
      return trails.computeIfAbsent(delivery.id(), _ -> new Trail(now));
    }

    void check(Delivery delivery) {
      var question =
          new Checks.Question(
              delivery,
              categories.of(delivery.category(), delivery.priority()),
              facts,
              composer.zone(delivery, facts.person(delivery)),
              now,
              properties.releaseSpread());
      switch (Checks.all(question, trail(delivery))) {
        case Verdict.Go() -> going.add(delivery);
        case Verdict.Hold(var until) -> hold(delivery, until);
        case Verdict.End(var state, var reason) -> end(delivery, state, reason);
      }
    }

    private void hold(Delivery delivery, Instant until) {
      changes.add(
          new Change(
              delivery.id(),
              DeliveryState.QUEUED,
              until,
              false,
              delivery.attempts(),
              null,
              null,
              delivery.avoid(),
              null,
              trail(delivery).written(json)));
    }

    private void end(Delivery delivery, DeliveryState state, @Nullable String reason) {
      changes.add(
          new Change(
              delivery.id(),
              state,
              delivery.dueAt(),
              true,
              delivery.attempts(),
              null,
              null,
              null,
              reason,
              trail(delivery).written(json)));
      ended.add(new DeliveryEvents.Ended(delivery, state, null, reason));
    }

    /// A retry and a delivery whose content is still being collected are not asked.
    void repetitionsAndCaps() {
      var fresh = going.stream().filter(it -> !it.decided()).toList();
      var contents = fresh.stream().map(this::content).filter(it -> it != null).toList();
      var firsts = budgets.firsts(contents, now);
      for (var content : contents) {
        Delivery it = byId(content.deliveryId());
        if (!firsts.contains(it.id())) {
          trail(it).add("dedupe", "duplicate", "the same content went to this address before");
          going.remove(it);
          end(it, DeliveryState.SKIPPED, "duplicate");
        } else {
          trail(it).pass("dedupe");
        }
      }
      caps(contents);
    }

    private void caps(List<Budgets.Content> contents) {
      var uses =
          going.stream()
              .filter(it -> !it.decided() && !collects(it))
              .map(this::use)
              .filter(it -> it != null)
              .toList();
      var within = budgets.take(uses);
      var over = new ArrayList<String>();
      for (var use : uses) {
        Delivery it = byId(use.deliveryId());
        if (within.contains(it.id())) {
          trail(it).pass("cap");
        } else {
          trail(it).add("cap", "capped", use.max() + " a day, day " + use.day());
          going.remove(it);
          over.add(it.id());
          end(it, DeliveryState.SKIPPED, "cap");
        }
      }
      budgets.forget(over, contents);
    }

    private Delivery byId(String id) {
      return going.stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
    }

    private Category category(Delivery delivery) {
      return categories.of(delivery.category(), delivery.priority());
    }

    /// Whether it will join a digest.
    private boolean collects(Delivery delivery) {
      return category(delivery).digest() != null
          && !delivery.digest()
          && delivery.channel() != Channel.IN_APP
          && !category(delivery).critical();
    }

    private Budgets.@Nullable Content content(Delivery delivery) {
      Job job = facts.job(delivery);
      Duration window = job.dedupeKey() == null ? category(delivery).dedupe() : Duration.ofDays(7);
      if (window.isZero() || delivery.digest()) {
        return null;
      }
      Object said =
          job.dedupeKey() == null
              ? List.of(job.template(), new TreeMap<>(Composer.data(delivery, job)))
              : List.of(job.caller(), job.dedupeKey());
      return new Budgets.Content(
          delivery.id(),
          sha256(
              facts.address(delivery)
                  + "\n"
                  + Channels.name(delivery.channel())
                  + "\n"
                  + json.writeValueAsString(said)),
          now.plus(window));
    }

    private Budgets.@Nullable Use use(Delivery delivery) {
      Integer max = category(delivery).capPerDay();
      if (max == null || category(delivery).critical()) {
        return null;
      }
      var day = QuietHours.dayOf(now, composer.zone(delivery, facts.person(delivery)));
      return new Budgets.Use(
          delivery.id(),
          delivery.recipient(),
          delivery.category(),
          Channels.name(delivery.channel()),
          day,
          max);
    }

    void digests() {
      for (Delivery it : List.copyOf(going)) {
        Duration window = category(it).digest();
        if (it.digest()) {
          digests.close(it.id());
        } else if (window != null && collects(it) && !it.decided()) {
          Job job = facts.job(it);
          var joining =
              new Digests.Joining(it, job.template(), Composer.data(it, job), job.createdAt());
          String digest = digests.join(joining, window, now);
          trail(it).add("digest", "joined", digest);
          going.remove(it);
          end(it, DeliveryState.DIGESTED, digest);
        }
      }
    }

    void compose() {
      for (Delivery it : going) {
        try {
          compose(it);
        } catch (RenderFailed e) {
          trail(it).add("render", "failed", e.getMessage());
          end(it, DeliveryState.FAILED, "render_failed");
        } catch (StackOverflowError | OutOfMemoryError e) {
          LOG.error("rendering delivery " + it.id() + " exhausts this instance", e);
          trail(it).add("render", "failed", e.getClass().getSimpleName());
          end(it, DeliveryState.DEAD, "poison");
        }
      }
    }

    private void compose(Delivery delivery) {
      Devices.Device device = device(delivery);
      String attempt = Ids.next();
      Job job = facts.job(delivery);
      var data = delivery.digest() ? digests.data(delivery.id()) : Composer.data(delivery, job);
      switch (composer.compose(delivery, facts, data, device, attempt, now)) {
        case Composer.Message.ToInbox(var arrival) -> {
          arrivals.add(arrival);
          trail(delivery).add("inbox", "delivered", null);
          end(delivery, DeliveryState.DELIVERED, null);
        }
        case Composer.Message.ToProvider(var message, var address) -> {
          var route = router.choose(message, delivery.avoid());
          if (route.isPresent()) {
            var sending =
                new Sending(
                    delivery, job, message, route.get(), attempt, delivery.attempts() + 1, address);
            sendings.put(delivery.id(), sending);
            claimed(sending, device);
          } else if (router.reaches(message)) {
            wait(delivery, device == null ? null : device.token(), router.retryAt());
          } else {
            trail(delivery).add("route", "none", "no provider is configured for it");
            end(delivery, DeliveryState.FAILED, "no_provider");
          }
        }
      }
    }

    /// A push goes to one device here; the others become deliveries of their own.
    private Devices.@Nullable Device device(Delivery delivery) {
      var all = facts.devicesOf(delivery);
      if (all.isEmpty()) {
        return null;
      }
      boolean open = delivery.device().isEmpty() || delivery.device().equals(Digests.DEVICE);
      if (open && all.size() > 1 && !delivery.digest()) {
        store.addDevices(delivery, all.stream().skip(1).map(Devices.Device::token).toList(), now);
      }
      return all.getFirst();
    }

    private void claimed(Sending it, Devices.@Nullable Device device) {
      String provider = it.route().provider().id();
      trail(it.delivery()).add("route", it.route().probe() ? "probe" : "chosen", provider);
      changes.add(
          new Change(
              it.delivery().id(),
              DeliveryState.CLAIMED,
              now.plus(properties.lease()),
              true,
              it.n(),
              device == null ? null : device.token(),
              provider,
              null,
              null,
              trail(it.delivery()).written(json)));
    }

    /// Everything is decided, only nobody may carry it right now. Not told each time.
    private void wait(Delivery delivery, @Nullable String device, Instant until) {
      if (!delivery.decided()) {
        trail(delivery).add("route", "waiting", "no provider may be used now");
      }
      changes.add(
          new Change(
              delivery.id(),
              DeliveryState.QUEUED,
              until,
              true,
              delivery.attempts(),
              device,
              null,
              delivery.avoid(),
              null,
              delivery.decided() ? "[]" : trail(delivery).written(json)));
    }

    /// Those beyond a provider's rate come back one by one when it has room again.
    void obeyRates() {
      var byProvider = new TreeMap<String, List<Sending>>();
      sendings
          .values()
          .forEach(
              it ->
                  byProvider
                      .computeIfAbsent(it.route().provider().id(), _ -> new ArrayList<>())
                      .add(it));
      byProvider.forEach(
          (provider, all) -> {
            boolean bulk = all.getFirst().delivery().priority() == Priority.BULK;
            var grant = rates.take(provider, all.size(), bulk);
            Instant next = now.plus(grant.pause());
            for (Sending it : all.subList(grant.granted(), all.size())) {
              sendings.remove(it.delivery().id());
              wait(it.delivery(), deviceOf(it), next);
              next = next.plus(grant.interval());
            }
          });
    }

    /// Takes the change back that would have claimed it.
    private @Nullable String deviceOf(Sending sending) {
      for (int i = changes.size() - 1; i >= 0; i--) {
        if (changes.get(i).id().equals(sending.delivery().id())) {
          return changes.remove(i).device();
        }
      }
      return null;
    }

    List<DeliveryStore.Beginning> beginnings() {
      return sendings.values().stream()
          .map(
              it ->
                  new DeliveryStore.Beginning(
                      it.attemptId(),
                      it.delivery().id(),
                      it.n(),
                      it.route().provider().id(),
                      it.address()))
          .toList();
    }
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
