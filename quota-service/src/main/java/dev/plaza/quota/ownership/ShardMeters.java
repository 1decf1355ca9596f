package dev.plaza.quota.ownership;

import dev.plaza.quota.shard.ShardHealth;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/// The headline figures of this instance's shards, and their health.
@Component
final class ShardMeters implements MeterBinder, HealthIndicator {

  private final ShardMap map;
  private final Keeper keeper;

  ShardMeters(ShardMap map, Keeper keeper) {
    this.map = map;
    this.keeper = keeper;
  }

  @Override
  public void bindTo(MeterRegistry meters) {
    Gauge.builder("plaza.quota.shards.owned", map, it -> it.local().size()).register(meters);
    Gauge.builder("plaza.quota.authority.away", keeper, it -> it.authorityIsAway() ? 1 : 0)
        .register(meters);
    Gauge.builder("plaza.quota.slow.share", this, ShardMeters::slowShare)
        .description("Share of redemptions decided on the slow path")
        .register(meters);
    counter(meters, "plaza.quota.label.flips", ShardHealth::flips);
    counter(meters, "plaza.quota.spent", ShardHealth::spent);
    counter(meters, "plaza.quota.slow", ShardHealth::slow);
    counter(meters, "plaza.quota.waited", ShardHealth::waited);
    gauge(meters, "plaza.quota.parked", ShardHealth::parked);
    gauge(meters, "plaza.quota.queued", ShardHealth::queued);
    gauge(meters, "plaza.quota.log.unwritable", it -> it.writable() ? 0 : 1);
  }

  private void counter(MeterRegistry meters, String name, ToDoubleFunction<ShardHealth> of) {
    FunctionCounter.builder(name, map, it -> sum(of)).register(meters);
  }

  private void gauge(MeterRegistry meters, String name, ToDoubleFunction<ShardHealth> of) {
    Gauge.builder(name, map, it -> sum(of)).register(meters);
  }

  private double sum(ToDoubleFunction<ShardHealth> of) {
    return map.local().stream().map(it -> it.engine().health()).mapToDouble(of).sum();
  }

  private double slowShare() {
    double spent = sum(ShardHealth::spent);
    return spent == 0 ? 0 : sum(ShardHealth::slow) / spent;
  }

  /// Tells; only a log that takes no records is down. An authority that is away is not.
  @Override
  public Health health() {
    var broken =
        map.local().stream()
            .map(it -> it.engine().health())
            .filter(it -> !it.writable())
            .map(it -> "shard %d: %s".formatted(it.shard(), it.failure()))
            .toList();
    return (broken.isEmpty() ? Health.up() : Health.down())
        .withDetail("shards", map.local().stream().map(OwnedShard::id).sorted().toList())
        .withDetail("authority", keeper.authorityIsAway() ? "away" : "there")
        .withDetail("broken", broken)
        .build();
  }
}
