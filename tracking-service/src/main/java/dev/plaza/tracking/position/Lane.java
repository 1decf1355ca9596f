package dev.plaza.tracking.position;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/// One writer. While it writes, what arrives gathers, and is written together: under load a write
/// grows instead of the queue. Positions of a courier never overtake each other here.
final class Lane {

  private static final Log LOG = LogFactory.getLog(Lane.class);
  private static final long IDLE_MS = 200;
  private static final long STOP_MS = 10_000;

  private final String name;
  private final int queueMax;
  private final int flushMax;
  private final LaneWork work;
  private final DistributionSummary flushed;
  private final LinkedBlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private volatile boolean stopping;
  private @Nullable Thread thread;

  private record Waiting(String courierId, List<Fix> fixes, CompletableFuture<Void> written) {}

  Lane(int number, int queueMax, int flushMax, LaneWork work, MeterRegistry meters) {
    this.name = "position-lane-" + number;
    this.queueMax = queueMax;
    this.flushMax = flushMax;
    this.work = work;
    this.flushed =
        DistributionSummary.builder("plaza.tracking.lane.flush")
            .description("Positions written in one go")
            .register(meters);
    meters.gauge(
        "plaza.tracking.lane.queue",
        List.of(io.micrometer.core.instrument.Tag.of("lane", String.valueOf(number))),
        queued);
  }

  CompletableFuture<Void> submit(String courierId, List<Fix> fixes) {
    int size = fixes.size();
    if (queued.addAndGet(size) > queueMax) {
      queued.addAndGet(-size);
      throw Ingest.unavailable("Too many positions are waiting to be written.");
    }
    var written = new CompletableFuture<Void>();
    queue.add(new Waiting(courierId, fixes, written));
    return written;
  }

  void start() {
    stopping = false;
    thread = Thread.ofVirtual().name(name).start(this::run);
  }

  private void run() {
    try {
      while (!stopping || !queue.isEmpty()) {
        Waiting first = queue.poll(IDLE_MS, TimeUnit.MILLISECONDS);
        if (first != null) {
          flush(gather(first));
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Waiting> gather(Waiting first) {
    var batch = new ArrayList<Waiting>();
    int size = first.fixes().size();
    batch.add(first);
    Waiting next;
    while (size < flushMax && (next = queue.poll()) != null) {
      batch.add(next);
      size += next.fixes().size();
    }
    return batch;
  }

  private void flush(List<Waiting> batch) {
    int size = batch.stream().mapToInt(it -> it.fixes().size()).sum();
    try {
      var fixes = new ArrayList<Fix>(size);
      batch.forEach(it -> fixes.addAll(it.fixes()));
      work.write(fixes);
      batch.forEach(it -> it.written().complete(null));
      flushed.record(size);
    } catch (RuntimeException e) {
      LOG.warn(
          "%d positions were not written: %s"
              .formatted(size, NestedExceptionUtils.getMostSpecificCause(e)));
      batch.forEach(it -> it.written().completeExceptionally(e));
    } finally {
      queued.addAndGet(-size);
    }
  }

  void stop() {
    stopping = true;
    Thread running = thread;
    if (running == null) {
      return;
    }
    try {
      running.join(STOP_MS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
