package dev.plaza.notify.delivery;

import dev.plaza.notify.device.Devices;
import dev.plaza.notify.inbox.Inboxes;
import dev.plaza.notify.job.Job;
import dev.plaza.notify.provider.Outgoing.Priority;
import dev.plaza.notify.routing.Rates;
import dev.plaza.notify.routing.Router;
import dev.plaza.notify.template.RenderFailed;
import dev.plaza.platform.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// One batch on its way through the steps of a claim.
final class ClaimWork {

  private static final Log LOG = LogFactory.getLog(ClaimWork.class);

  private final Tools tools;
  private final Facts facts;
  private final Instant now;
  private int waits;
  private final List<Delivery> going = new ArrayList<>();
  private final Map<String, Trail> trails = new LinkedHashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<DeliveryEvents.Ended> ended = new ArrayList<>();
  private final List<Inboxes.Arrival> arrivals = new ArrayList<>();
  private final Map<String, Sending> sendings = new LinkedHashMap<>();

  ClaimWork(Tools tools, Facts facts, Instant now) {
    this.tools = tools;
    this.facts = facts;
    this.now = now;
  }

  /// What the steps work with.
  record Tools(
      DeliveryStore store,
      Counting counting,
      Budgets budgets,
      Digests digests,
      Composer composer,
      Router router,
      Rates rates,
      DeliveryProperties properties,
      JsonMapper json) {}

  private Trail trail(Delivery delivery) {
    return trails.computeIfAbsent(delivery.id(), _ -> new Trail(now));
  }

  void check(Delivery delivery) {
    var question =
        new Checks.Question(
            delivery,
            tools.counting().category(delivery),
            facts,
            tools.composer().zone(delivery, facts.person(delivery)),
            now,
            tools.properties().releaseSpread());
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
            trail(delivery).written(tools.json())));
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
            trail(delivery).written(tools.json())));
    ended.add(new DeliveryEvents.Ended(delivery, state, null, reason));
  }

  /// A retry and a delivery whose content is still being collected are not asked.
  void repetitionsAndCaps() {
    var fresh = going.stream().filter(it -> !it.decided()).toList();
    var contents =
        fresh.stream()
            .map(it -> tools.counting().content(it, facts, now))
            .filter(it -> it != null)
            .toList();
    var firsts = tools.budgets().firsts(contents, now);
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
            .filter(it -> !it.decided() && !tools.counting().collects(it))
            .map(it -> tools.counting().use(it, facts, now))
            .filter(it -> it != null)
            .toList();
    var within = tools.budgets().take(uses);
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
    tools.budgets().forget(over, contents);
  }

  private Delivery byId(String id) {
    return going.stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
  }

  void digests() {
    for (Delivery it : List.copyOf(going)) {
      Duration window = tools.counting().category(it).digest();
      if (it.digest()) {
        tools.digests().close(it.id());
      } else if (window != null && tools.counting().collects(it) && !it.decided()) {
        Job job = facts.job(it);
        var joining =
            new Digests.Joining(it, job.template(), Composer.data(it, job), job.createdAt());
        String digest = tools.digests().join(joining, window, now);
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
    String attempt = Ids.next();
    Job job = facts.job(delivery);
    var collected = delivery.digest() ? tools.digests().data(delivery.id()) : null;
    Devices.Device device = device(delivery, collected);
    var data = collected == null ? Composer.data(delivery, job) : collected;
    switch (tools.composer().compose(delivery, facts, data, device, attempt, now)) {
      case Composer.Message.ToInbox(var arrival) -> {
        arrivals.add(arrival);
        trail(delivery).add("inbox", "delivered", null);
        end(delivery, DeliveryState.DELIVERED, null);
      }
      case Composer.Message.ToProvider(var message, var address) -> {
        var route = tools.router().choose(message, delivery.avoid());
        if (route.isPresent()) {
          var sending =
              new Sending(
                  delivery, job, message, route.get(), attempt, delivery.attempts() + 1, address);
          sendings.put(delivery.id(), sending);
          claimed(sending, device);
        } else if (tools.router().reaches(message)) {
          wait(delivery, device == null ? null : device.token(), tools.router().retryAt(message));
        } else {
          trail(delivery).add("route", "none", "no provider is configured for it");
          end(delivery, DeliveryState.FAILED, "no_provider");
        }
      }
    }
  }

  /// A push goes to one device here; the others become deliveries of their own.
  private Devices.@Nullable Device device(
      Delivery delivery, @Nullable Map<String, Object> collected) {
    var all = facts.devicesOf(delivery);
    if (all.isEmpty()) {
      return null;
    }
    boolean open = delivery.device().isEmpty() || delivery.device().equals(Digests.DEVICE);
    if (open && all.size() > 1) {
      var others = all.stream().skip(1).map(Devices.Device::token).toList();
      tools.store().addDevices(delivery, others, collected, now);
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
            now.plus(tools.properties().lease()),
            true,
            it.n(),
            device == null ? null : device.token(),
            provider,
            null,
            null,
            trail(it.delivery()).written(tools.json())));
  }

  /// Everything is decided, only nobody may carry it right now. Not told each time.
  private void wait(Delivery delivery, @Nullable String device, Instant until) {
    waits++;
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
            delivery.decided() ? "[]" : trail(delivery).written(tools.json())));
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
          var grant = tools.rates().take(provider, all.size(), bulk);
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

  List<Change> changes() {
    return changes;
  }

  List<Inboxes.Arrival> arrivals() {
    return arrivals;
  }

  List<DeliveryEvents.Ended> ended() {
    return ended;
  }

  /// How many found no provider that may be used now.
  int waits() {
    return waits;
  }

  List<Sending> sendings() {
    return List.copyOf(sendings.values());
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
