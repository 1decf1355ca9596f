package dev.plaza.ratelimit.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The policies in force while their store comes and goes.
class PolicyFeedTests {

  private static final Duration OFTEN = Duration.ofMillis(10);

  private final Policies configured = Policies.of(policy("a", 1), policy("b", 1));
  private final FakeStore store = new FakeStore();
  private final MovableClock clock = new MovableClock();
  private final List<Policies> inForce = new CopyOnWriteArrayList<>();
  @TempDir Path folder;

  private static Policy policy(String id, long rate) {
    return Policy.named(id).rate(rate, Duration.ofSeconds(1)).build();
  }

  private PolicyFeed feed() {
    return new PolicyFeed(configured, store, folder.resolve("p.json"), clock, inForce::add);
  }

  private List<String> ids() {
    return inForce.getLast().all().stream().map(Policy::id).sorted().toList();
  }

  @Test
  void putsTheStoresChangesOverTheConfiguredPolicies() {
    try (var feed = feed()) {
      feed.start(OFTEN);
      assertThat(ids()).containsExactly("a", "b");

      store.changes = new PolicyChanges(2, List.of(policy("c", 5), policy("a", 7)), Set.of("b"));
      Awaitility.await().until(() -> inForce.getLast().version() == 2);
      assertThat(ids()).containsExactly("a", "c");
      assertThat(inForce.getLast().all()).contains(policy("a", 7));
    }
  }

  /// R62: last known policies, also after a restart, and an age that tells.
  @Test
  void keepsTheLastKnownPoliciesWhileTheStoreIsAway() {
    store.changes = new PolicyChanges(3, List.of(policy("c", 5)), Set.of());
    try (var feed = feed()) {
      feed.start(OFTEN);
      assertThat(ids()).containsExactly("a", "b", "c");
      store.away = true;
      Awaitility.await().until(() -> store.refused > 2);
      clock.now = clock.now.plusSeconds(3600);
      assertThat(feed.age()).isEqualTo(Duration.ofHours(1));
      assertThat(ids()).containsExactly("a", "b", "c");
    }
    inForce.clear();
    try (var feed = feed()) {
      feed.start(OFTEN);
      assertThat(ids()).containsExactly("a", "b", "c");
      assertThat(inForce.getLast().version()).isEqualTo(3);
    }
  }

  @Test
  void startsWithTheConfiguredPoliciesIfNothingElseIsKnown() throws Exception {
    Files.writeString(folder.resolve("p.json"), "{\"version\": 4, \"put\": [{\"id\"");
    store.away = true;
    try (var feed = feed()) {
      feed.start(OFTEN);
      assertThat(ids()).containsExactly("a", "b");
    }
  }

  @Test
  void bringsBackWhatTheStoreHasLost() {
    store.changes = new PolicyChanges(3, List.of(policy("c", 5)), Set.of("a"));
    try (var feed = feed()) {
      feed.start(OFTEN);
      var before = store.changes;
      store.changes = PolicyChanges.NONE;

      Awaitility.await().until(() -> store.changes.equals(before));
      assertThat(ids()).containsExactly("b", "c");
    }
  }

  @Test
  void listensToHints() {
    try (var feed = feed()) {
      feed.start(Duration.ofHours(1));
      store.changes = new PolicyChanges(1, List.of(policy("c", 5)), Set.of());
      store.listener.run();
      Awaitility.await().until(() -> inForce.getLast().version() == 1);
    }
  }

  private static final class FakeStore implements PolicyStore {
    volatile PolicyChanges changes = PolicyChanges.NONE;
    volatile boolean away;
    volatile int refused;
    Runnable listener = () -> {};

    @Override
    public CompletionStage<Policy> put(Policy policy, Condition condition) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Long> delete(String id, Condition condition) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<PolicyChanges> changes() {
      if (away) {
        refused++;
        return CompletableFuture.failedStage(new IllegalStateException("away"));
      }
      return CompletableFuture.completedStage(changes);
    }

    @Override
    public CompletionStage<Void> restore(PolicyChanges known) {
      changes = known;
      return CompletableFuture.completedStage(null);
    }

    @Override
    public Hints onChange(Runnable listener) {
      this.listener = listener;
      return () -> this.listener = () -> {};
    }
  }

  private static final class MovableClock extends Clock {
    volatile Instant now = Instant.parse("2026-11-30T10:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
