package dev.plaza.tracking.position;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/// The door for positions: checks them, hands them to the courier's lane and answers when they are
/// written. Being asked twice is harmless.
@Component
class Ingest implements SmartLifecycle {

  private final List<Lane> lanes;
  private final PingRules rules;
  private final PositionProperties properties;
  private final Clock clock;
  private final MeterRegistry meters;
  private final Counter accepted;
  private volatile boolean running;

  Ingest(LaneWork work, PositionProperties properties, Clock clock, MeterRegistry meters) {
    this.rules = new PingRules(properties.skew(), properties.ageMax());
    this.properties = properties;
    this.clock = clock;
    this.meters = meters;
    this.accepted = Counter.builder("plaza.tracking.positions.accepted").register(meters);
    int queueMax = Math.max(1, properties.queueMax() / properties.lanes());
    this.lanes =
        IntStream.range(0, properties.lanes())
            .mapToObj(number -> new Lane(number, queueMax, properties.flushMax(), work, meters))
            .toList();
  }

  Receipt take(String courierId, List<@Nullable Ping> pings) {
    Instant now = clock.instant();
    var fixes = new ArrayList<Fix>(pings.size());
    var refused = new ArrayList<Receipt.Refusal>();
    for (int i = 0; i < pings.size(); i++) {
      switch (rules.check(courierId, pings.get(i), now)) {
        case PingRules.Outcome.Accepted it -> fixes.add(it.fix());
        case PingRules.Outcome.Refused it -> {
          refused.add(new Receipt.Refusal(i, it.code()));
          meters.counter("plaza.tracking.positions.refused", "code", it.code()).increment();
        }
      }
    }
    if (!fixes.isEmpty()) {
      await(lane(courierId).submit(courierId, fixes));
      accepted.increment(fixes.size());
    }
    return new Receipt(fixes.size(), refused);
  }

  private Lane lane(String courierId) {
    return lanes.get(Math.floorMod(courierId.hashCode() * 31, lanes.size()));
  }

  private void await(CompletableFuture<Void> written) {
    try {
      written.get(properties.writeWait().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw unavailable("Interrupted.");
    } catch (TimeoutException _) {
      throw unavailable("Positions could not be written in time.");
    } catch (ExecutionException _) {
      throw unavailable("Positions cannot be written now.");
    }
  }

  static ProblemException unavailable(String detail) {
    return new ProblemException(CommonProblem.UNAVAILABLE, detail)
        .retryAfter(Duration.ofSeconds(2));
  }

  @Override
  public void start() {
    lanes.forEach(Lane::start);
    running = true;
  }

  /// After the web server has stopped taking requests.
  @Override
  public void stop() {
    running = false;
    lanes.forEach(Lane::stop);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return 0;
  }
}
