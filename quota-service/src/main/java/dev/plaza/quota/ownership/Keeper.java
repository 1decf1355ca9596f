package dev.plaza.quota.ownership;

import dev.plaza.quota.authority.Book;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

/// Drives ownership from start to stop: a round every `renewEvery`, and twice as often a look at
/// the fences, which needs no database and is on a thread of its own for that reason.
final class Keeper implements SmartLifecycle, ApplicationListener<WebServerInitializedEvent> {

  private static final Log LOG = LogFactory.getLog(Keeper.class);
  /// Doubts come with every request that finds no owner, and a look costs a few statements.
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private static final Duration FIRST_SHARDS_WAIT = Duration.ofSeconds(30);

  private final QuotaProperties knobs;
  private final Ownership ownership;
  private final ShardMap map;
  private final Fences fences;
  private final Book book;
  private final Identity me;
  private final Semaphore doubts = new Semaphore(0);
  private volatile boolean running;
  private volatile boolean away;
  private List<Thread> threads = List.of();

  Keeper(
      QuotaProperties knobs,
      Ownership ownership,
      ShardMap map,
      Fences fences,
      Book book,
      Identity me) {
    this.knobs = knobs;
    this.ownership = ownership;
    this.map = map;
    this.fences = fences;
    this.book = book;
    this.me = me;
  }

  /// Before the first request is served, the shards nobody else has are open.
  @Override
  public void onApplicationEvent(WebServerInitializedEvent event) {
    if (event.getApplicationContext().getParent() != null
        && "management".equals(event.getApplicationContext().getServerNamespace())) {
      return;
    }
    String url = knobs.url();
    ownership.begin(url == null ? "http://localhost:" + event.getWebServer().getPort() : url);
    book.catchUp();
    running = true;
    threads = List.of(thread("quota-fences", this::lookLoop), thread("quota-leases", this::loop));
    ownership.round();
    try {
      ownership.settle(FIRST_SHARDS_WAIT);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    map.onDoubt(doubts::release);
    threads.forEach(Thread::start);
  }

  private static Thread thread(String name, Runnable work) {
    return Thread.ofPlatform().name(name).daemon().unstarted(work);
  }

  /// Sooner than every `renewEvery` when somebody doubts what is known.
  private void loop() {
    pace(
        this::round,
        () -> {
          Thread.sleep(LOOK_AGAIN);
          doubts.tryAcquire(knobs.renewEvery().toMillis(), TimeUnit.MILLISECONDS);
          doubts.drainPermits();
        });
  }

  private void lookLoop() {
    pace(this::look, () -> Thread.sleep(knobs.renewEvery().dividedBy(2)));
  }

  private interface Pause {
    void take() throws InterruptedException;
  }

  private void pace(Runnable work, Pause pause) {
    while (running) {
      try {
        work.run();
        pause.take();
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  /// A database that is away is told once; everything goes on without it.
  private void round() {
    try {
      ownership.round();
      book.catchUp().forEach(map::refresh);
      if (away) {
        LOG.info("the authority answers again");
      }
      away = false;
    } catch (RuntimeException e) {
      if (!away && running) {
        LOG.warn("the authority is away: " + NestedExceptionUtils.getMostSpecificCause(e));
      }
      away = true;
    }
  }

  /// Whether the last round reached the database.
  boolean authorityIsAway() {
    return away;
  }

  private void look() {
    for (OwnedShard it : List.copyOf(map.local())) {
      try {
        look(it);
      } catch (RuntimeException e) {
        LOG.warn("the fence of shard %d: %s".formatted(it.id(), e.getMessage()));
      }
    }
  }

  private void look(OwnedShard it) {
    long before = System.nanoTime();
    if (fences.epoch(it.id()) > it.epoch()) {
      ownership.drop(it, "a newer epoch is open");
      return;
    }
    it.engine().leaseUntil(before + knobs.lease().toNanos());
    if (it.engine().health().fenced()) {
      ownership.drop(it, "the authority names a newer epoch");
    }
  }

  @Override
  public void start() {
    // Begins when the port is known.
  }

  @Override
  public void stop() {
    running = false;
    threads.forEach(Thread::interrupt);
    try {
      for (Thread it : threads) {
        it.join(knobs.lease());
      }
      ownership.leave();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (DataAccessException e) {
      LOG.warn("left without telling: " + NestedExceptionUtils.getMostSpecificCause(e));
    } finally {
      threads = List.of();
      me.close();
    }
  }

  @Override
  public boolean isRunning() {
    return !threads.isEmpty();
  }

  /// Stops after the web server has answered what was under way.
  @Override
  public int getPhase() {
    return 0;
  }
}
