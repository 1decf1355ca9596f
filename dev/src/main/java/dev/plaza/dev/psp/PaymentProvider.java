package dev.plaza.dev.psp;

import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A running payment provider: rules, books, journal, webhooks and the HTTP server around them.
///
/// Every request is one commit: its effect, its stored answer and its webhooks are in the journal
/// together, or none of them is. It answers when the commit is on the disk.
public final class PaymentProvider implements AutoCloseable {

  private static final long PAUSE_MAX_SECONDS = 120;
  private static final long COMPACT_AT_BYTES = 32L * 1024 * 1024;
  private static final String ID_LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition switched = lock.newCondition();
  private final SecureRandom random = new SecureRandom();
  private final ProviderState state = new ProviderState();
  private final PaymentRules rules = new PaymentRules(this::newId);
  private final SimulatorClock clock;
  private final Journal journal;
  private final Webhooks webhooks;
  private final HttpApi server;
  private final Thread ticker;
  private final Switches quiet;
  private volatile Switches switches;

  private PaymentProvider(ProviderOptions options, Clock realTime) throws IOException {
    clock = new SimulatorClock(realTime, Duration.ZERO);
    quiet = Switches.quiet(options.webhookUrl(), options.webhookSecret());
    switches = quiet;
    server = new HttpApi(options.host(), options.port());
    journal = openJournal(options);
    clock.offset(Duration.ofSeconds(state.clockOffsetSeconds()));
    webhooks =
        new Webhooks(
            () -> switches, realTime, id -> commitQuietly(Commit.delivered(id)), random.nextLong());
    state.undelivered().forEach(webhooks::send);
    new PaymentEndpoints(this).register(server);
    new ControlEndpoints(this).register(server);
    ticker = Thread.ofVirtual().name("holds").unstarted(this::tick);
  }

  private Journal openJournal(ProviderOptions options) throws IOException {
    try {
      var file = options.data();
      if (Files.exists(file) && Files.size(file) > COMPACT_AT_BYTES) {
        compact(file);
      }
      return new Journal(file, state::apply);
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  private static void compact(Path file) throws IOException {
    var old = new ProviderState();
    try (var journal = new Journal(file, old::apply)) {
      Journal.rewrite(file, old.snapshot(journal::read));
    }
  }

  /// Starts a provider that listens at once.
  public static PaymentProvider start(ProviderOptions options) throws IOException {
    var provider = new PaymentProvider(options, Clock.systemUTC());
    provider.ticker.start();
    provider.server.start();
    return provider;
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    ticker.interrupt();
    server.close();
    webhooks.close();
    journal.close();
  }

  Webhooks webhooks() {
    return webhooks;
  }

  PaymentRules rules() {
    return rules;
  }

  Switches switches() {
    return switches;
  }

  Switches patch(Map<String, Object> patch) {
    return change(switches.patched(patch));
  }

  Switches reset() {
    return change(quiet);
  }

  private Switches change(Switches next) {
    lock.lock();
    try {
      switches = next;
      switched.signalAll();
      return next;
    } finally {
      lock.unlock();
    }
  }

  /// Waits while the provider is paused; false when that took too long.
  boolean awaitRunning() throws InterruptedException {
    if (!switches.paused()) {
      return true;
    }
    lock.lock();
    try {
      var left = Duration.ofSeconds(PAUSE_MAX_SECONDS).toNanos();
      while (switches.paused() && left > 0) {
        left = switched.awaitNanos(left);
      }
      return !switches.paused();
    } finally {
      lock.unlock();
    }
  }

  long now() {
    return clock.seconds();
  }

  /// Reads under the lock, after the holds that are over have ended.
  <T> T read(Function<ProviderState, T> query) {
    lock.lock();
    try {
      endHolds();
      return query.apply(state);
    } finally {
      lock.unlock();
    }
  }

  /// The answer that was given under this key.
  Optional<Commit.StoredAnswer> stored(String key) {
    return read(each -> each.answer(key, now()))
        .flatMap(place -> Optional.ofNullable(journal.read(place).answer()));
  }

  /// Runs one request as one commit.
  ///
  /// @param request from the state to what is to be committed; sees the changed state when it
  ///     renders
  Answered execute(@Nullable String key, Function<ProviderState, Executed> request) {
    Journal.Appended appended;
    Answered answered;
    List<Commit.Event> events;
    lock.lock();
    try {
      endHolds();
      var executed = request.apply(state);
      state.apply(executed.change);
      events = events(executed.change, key);
      answered = executed.render.apply(state);
      var stored =
          key == null
              ? null
              : new Commit.StoredAnswer(
                  key, executed.fingerprint, answered.status, answered.body, now());
      appended = journal.append(new Commit(executed.change, stored, events, null, null));
      state.apply(new Commit(null, stored, events, null, null), appended.place());
    } finally {
      lock.unlock();
    }
    appended.durable().join();
    events.forEach(webhooks::send);
    return answered;
  }

  /// @param render makes the answer from the state after the change
  record Executed(Change change, String fingerprint, Function<ProviderState, Answered> render) {}

  record Answered(int status, String body) {}

  /// Puts the clock forward and ends the holds that are over then.
  long advance(Duration by) {
    lock.lock();
    try {
      commit(Commit.clock(clock.advance(by).toSeconds()));
      endHolds();
      return clock.seconds();
    } finally {
      lock.unlock();
    }
  }

  private void endHolds() {
    for (var ended = state.endedHold(now()); ended.isPresent(); ended = state.endedHold(now())) {
      var change = rules.expire(ended.get(), now());
      state.apply(change);
      var events = events(change, null);
      var appended = journal.append(new Commit(change, null, events, null, null));
      state.apply(new Commit(null, null, events, null, null), appended.place());
      events.forEach(webhooks::send);
    }
  }

  private void commit(Commit commit) {
    state.apply(commit, journal.append(commit).place());
  }

  private void commitQuietly(Commit commit) {
    lock.lock();
    try {
      commit(commit);
    } finally {
      lock.unlock();
    }
  }

  private List<Commit.Event> events(Change change, @Nullable String key) {
    var events = new ArrayList<Commit.Event>();
    for (var notice : change.notices()) {
      var id = newId("evt_");
      var json = StripeJson.event(id, notice.type(), now(), key, shown(notice));
      events.add(new Commit.Event(id, notice.type(), now(), Json.text(json)));
    }
    return events;
  }

  private Map<String, Object> shown(Change.Notice notice) {
    var refund = state.refund(notice.id());
    if (refund.isPresent()) {
      return StripeJson.refund(refund.get());
    }
    var intent = state.intent(notice.id()).orElseThrow();
    var charge = intent.latestCharge();
    return notice.type().startsWith("charge.") && charge != null
        ? StripeJson.charge(intent, charge)
        : StripeJson.intent(intent, false);
  }

  private void tick() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(Duration.ofMillis(500));
        read(_ -> true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String newId(String prefix) {
    var id = new StringBuilder(prefix);
    for (var i = 0; i < 24; i++) {
      id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
    }
    return id.toString();
  }
}
