package dev.plaza.notify.routing;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Provider;
import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// Chooses providers and learns from their answers.
///
/// A breaker opens after failures that speak about the provider, never about a recipient. Once its
/// time is over, one message of one instance is the probe; when that got through, the provider
/// comes back gradually: its share grows from a tenth to all of its weight.
@Component
public class Router {

  private static final Log LOG = LogFactory.getLog(Router.class);

  private final List<Provider> providers;
  private final ProviderStates states;
  private final RoutingProperties properties;
  private final Clock clock;
  private final MeterRegistry meters;
  private final Map<String, Pulse> pulses = new ConcurrentHashMap<>();
  private final Map<String, Boolean> probes = new ConcurrentHashMap<>();

  Router(
      ObjectProvider<Provider> providers,
      ProviderStates states,
      RoutingProperties properties,
      Clock clock,
      MeterRegistry meters) {
    this.providers = providers.orderedStream().toList();
    this.states = states;
    this.properties = properties;
    this.clock = clock;
    this.meters = meters;
  }

  /// @param probe this message finds out whether an open breaker can close
  public record Route(Provider provider, boolean probe) {}

  /// The provider for a message; empty when none may be used now.
  ///
  /// @param avoid the one that just failed with it, taken only if there is no other
  public Optional<Route> choose(Outgoing message, @Nullable String avoid) {
    Instant now = clock.instant();
    var open = new ArrayList<Provider>();
    for (Provider it : providers) {
      if (!it.takes(message)) {
        continue;
      }
      if (!it.id().equals(avoid) && probes.remove(it.id()) != null) {
        return Optional.of(new Route(it, true));
      }
      if (states.of(it.id()).share(now, properties.ramp()) > 0) {
        open.add(it);
      }
    }
    if (open.size() > 1) {
      open.removeIf(it -> it.id().equals(avoid));
    }
    return weighted(open, now).map(it -> new Route(it, false));
  }

  /// Whether another provider than this one may be used right now.
  public boolean hasOther(Outgoing message, String than) {
    Instant now = clock.instant();
    return providers.stream()
        .filter(it -> !it.id().equals(than) && it.takes(message))
        .anyMatch(it -> states.of(it.id()).share(now, properties.ramp()) > 0);
  }

  /// Whether any provider could ever carry it.
  public boolean reaches(Outgoing message) {
    return providers.stream().anyMatch(it -> it.takes(message));
  }

  private Optional<Provider> weighted(List<Provider> open, Instant now) {
    double sum = 0;
    var shares = new double[open.size()];
    for (int i = 0; i < shares.length; i++) {
      var state = states.of(open.get(i).id());
      shares[i] = weight(open.get(i), state) * state.share(now, properties.ramp());
      sum += shares[i];
    }
    if (sum <= 0) {
      return open.stream().findFirst();
    }
    double point = ThreadLocalRandom.current().nextDouble(sum);
    for (int i = 0; i < shares.length; i++) {
      point -= shares[i];
      if (point < 0) {
        return Optional.of(open.get(i));
      }
    }
    return Optional.of(open.getLast());
  }

  private static int weight(Provider provider, ProviderState state) {
    Integer set = state.weight();
    return set == null ? provider.weight() : set;
  }

  /// What a provider answered; may open or close its breaker. No transaction is open.
  public void answered(Route route, Outcome outcome) {
    String id = route.provider().id();
    boolean failed = blames(outcome);
    if (route.probe()) {
      if (failed) {
        states.open(id, reason(outcome));
      } else {
        LOG.info("provider " + id + " is back");
        states.close(id);
      }
      return;
    }
    if (outcome instanceof Outcome.Transient it
        && it.scope() == Outcome.Scope.PROVIDER
        && it.retryAfter() != null) {
      states.pause(id, clock.instant().plus(it.retryAfter()));
      return;
    }
    Pulse pulse = pulses.computeIfAbsent(id, _ -> newPulse());
    if (pulse.beat(failed, System.nanoTime()) && states.open(id, reason(outcome))) {
      LOG.warn("provider " + id + " fails, its breaker opens: " + reason(outcome));
      meters.counter("notify.provider.opened", "provider", id).increment();
    }
  }

  private Pulse newPulse() {
    return new Pulse(
        properties.failuresMax(),
        properties.callsMin(),
        properties.failureShare(),
        properties.window());
  }

  private static boolean blames(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted _ -> false;
      case Outcome.Permanent it -> it.scope() == Outcome.Scope.PROVIDER;
      case Outcome.Transient it -> it.scope() == Outcome.Scope.PROVIDER;
      case Outcome.Unknown _ -> true;
    };
  }

  private static String reason(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted _ -> "";
      case Outcome.Permanent it -> it.code();
      case Outcome.Transient it -> it.code();
      case Outcome.Unknown _ -> "no_answer";
    };
  }

  /// When a message that found no provider should look again: when the first one may be used, and
  /// not all at once.
  public Instant retryAt(Outgoing message) {
    Instant now = clock.instant();
    Instant first = null;
    for (Provider it : providers) {
      Instant free = it.takes(message) ? states.of(it.id()).freeAt() : null;
      if (free != null && (first == null || free.isBefore(first))) {
        first = free;
      }
    }
    Instant soonest = now.plusMillis(500);
    Instant at = first == null || first.isBefore(soonest) ? soonest : first;
    return at.plusMillis(ThreadLocalRandom.current().nextLong(2_000));
  }

  /// Sees what other instances decided, and takes the right to probe.
  boolean look() {
    states.refresh();
    Instant now = clock.instant();
    for (Provider it : providers) {
      if (states.of(it.id()).mayProbe(now) && states.probe(it.id())) {
        probes.put(it.id(), true);
      }
    }
    return false;
  }

  List<View> views() {
    states.refresh();
    Instant now = clock.instant();
    return providers.stream().map(it -> view(it, states.of(it.id()), now)).toList();
  }

  private View view(Provider provider, ProviderState state, Instant now) {
    return new View(
        provider.id(),
        dev.plaza.notify.category.Channels.name(provider.channel()),
        weight(provider, state),
        state.share(now, properties.ramp()),
        state.named(now, properties.ramp()),
        state.openUntil(),
        state.pausedUntil(),
        state.reason(),
        properties.rates().get(provider.id()));
  }

  /// @param share the part of its weight it carries now
  /// @param breaker `closed`, `open`, `half_open` or `returning`
  /// @param rate messages per second; null: no limit
  record View(
      String id,
      String channel,
      int weight,
      double share,
      String breaker,
      @Nullable Instant openUntil,
      @Nullable Instant pausedUntil,
      @Nullable String reason,
      @Nullable Double rate) {}

  RepeatingJob watch() {
    return new RepeatingJob("provider-states", properties.refresh(), this::look);
  }
}
