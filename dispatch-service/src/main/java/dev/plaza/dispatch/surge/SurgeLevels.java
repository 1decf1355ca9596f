package dev.plaza.dispatch.surge;

import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.SurgeEvent;
import dev.plaza.dispatch.courier.CourierCells;
import dev.plaza.dispatch.courier.Couriers;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.job.Jobs;
import dev.plaza.platform.outbox.OutboundEvent;
import dev.plaza.platform.outbox.Outbox;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Compares waiting orders with free couriers, cell by cell.
@Component
class SurgeLevels {

  private static final Log LOG = LogFactory.getLog(SurgeLevels.class);
  private static final int JOBS_MAX = 5_000;

  private final SurgeStore store;
  private final Jobs jobs;
  private final Couriers couriers;
  private final Outbox outbox;
  private final SurgeProperties properties;
  private final Clock clock;
  private volatile int highest;

  SurgeLevels(
      SurgeStore store,
      Jobs jobs,
      Couriers couriers,
      Outbox outbox,
      SurgeProperties properties,
      Clock clock) {
    this.store = store;
    this.jobs = jobs;
    this.couriers = couriers;
    this.outbox = outbox;
    this.properties = properties;
    this.clock = clock;
  }

  /// As this instance has last seen it.
  int highest() {
    return highest;
  }

  /// Must run inside a transaction.
  void look() {
    var waiting = waiting();
    Map<String, SurgeStore.Row> known =
        store.all().stream().collect(Collectors.toMap(SurgeStore.Row::cell, Function.identity()));
    if (waiting.isEmpty() && known.isEmpty()) {
      highest = 0;
      return;
    }
    var cells = CourierCells.of(couriers.available());
    var names = new TreeMap<String, Integer>();
    waiting.forEach((cell, count) -> names.put(CourierCells.name(cell), count));
    known.keySet().forEach(it -> names.putIfAbsent(it, 0));
    int max = 0;
    for (var entry : names.entrySet()) {
      int free = cells.freeAround(CourierCells.cell(entry.getKey()));
      max = Math.max(max, look(entry.getKey(), entry.getValue(), free, known.get(entry.getKey())));
    }
    highest = max;
  }

  private Map<Long, Integer> waiting() {
    var waiting = new TreeMap<Long, Integer>();
    for (var job : jobs.live(JOBS_MAX)) {
      if (job.status() == JobStatus.OPEN || job.status() == JobStatus.OFFERED) {
        waiting.merge(CourierCells.cell(job.pickup()), 1, Integer::sum);
      }
    }
    return waiting;
  }

  private int look(String cell, int waiting, int free, SurgeStore.@Nullable Row known) {
    Instant now = clock.instant();
    // A level that has run out, while nobody looked, is none.
    var before =
        known == null || !known.validUntil().isAfter(now) ? SurgeState.NONE : known.state();
    var after = before.next(waiting, free, properties);
    if (after.idle() && before.level() == 0) {
      store.remove(cell);
      return 0;
    }
    boolean changed = after.level() != before.level();
    boolean running = known != null && known.validUntil().isAfter(now.plus(halfValidity()));
    Instant until = now.plus(properties.validity());
    if (known != null && running && !changed) {
      until = known.validUntil();
    }
    store.put(new SurgeStore.Row(cell, after, until));
    if (changed || (!running && after.level() > 0)) {
      announce(cell, after.level(), until, now);
    }
    return after.level();
  }

  private Duration halfValidity() {
    return properties.validity().dividedBy(2);
  }

  private void announce(String cell, int level, Instant until, Instant now) {
    LOG.info("surge of %s is %d".formatted(cell, level));
    outbox.append(
        new OutboundEvent(
            Topics.DISPATCH_SURGE,
            cell,
            SurgeEvent.CHANGED,
            cell,
            new SurgeEvent(cell, level, properties.percent(level), until, now)));
  }
}
