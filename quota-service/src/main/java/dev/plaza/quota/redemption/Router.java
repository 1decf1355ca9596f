package dev.plaza.quota.redemption;

import dev.plaza.quota.authority.Book;
import dev.plaza.quota.ownership.OwnedShard;
import dev.plaza.quota.ownership.PeerCalls;
import dev.plaza.quota.ownership.ShardMap;
import dev.plaza.quota.shard.Answer;
import dev.plaza.quota.shard.Command;
import dev.plaza.quota.shard.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/// Brings commands to the shards that decide them: one submission per shard that is here, one
/// request per other owner. While a shard moves or its owner does not answer, it looks again, for a
/// while; every command can be repeated, so it may also send again what an owner did not decide.
@Component
class Router {

  static final Duration MOVING_WAIT = Duration.ofSeconds(2);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(25);
  private static final Duration DECISION_WAIT = Duration.ofSeconds(5);
  private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

  private final ShardMap map;
  private final PeerCalls peers;
  private final Book book;

  Router(ShardMap map, PeerCalls peers, Book book) {
    this.map = map;
    this.peers = peers;
    this.book = book;
  }

  Outcome send(Addressed command, String token) {
    return send(List.of(command), token).getFirst();
  }

  /// @return one outcome each, in order; never [Outcome.Elsewhere]
  List<Outcome> send(List<Addressed> commands, String token) {
    var outcomes = new @Nullable Outcome[commands.size()];
    int[] open = range(commands.size());
    long deadline = System.nanoTime() + MOVING_WAIT.toNanos();
    while (true) {
      pass(commands, open, outcomes, token);
      open = Arrays.stream(open).filter(it -> isOpen(outcomes[it])).toArray();
      if (open.length == 0 || System.nanoTime() - deadline > 0) {
        break;
      }
      map.doubt();
      if (!pause()) {
        break;
      }
    }
    return Arrays.stream(outcomes)
        .map(it -> it == null || it instanceof Outcome.Elsewhere ? nowhere() : it)
        .toList();
  }

  /// Only what is here: the last hop.
  List<Outcome> decide(List<Addressed> commands) {
    var outcomes = new @Nullable Outcome[commands.size()];
    pass(commands, range(commands.size()), outcomes, null);
    return Arrays.stream(outcomes).map(it -> it == null ? new Outcome.Elsewhere() : it).toList();
  }

  private static boolean isOpen(@Nullable Outcome outcome) {
    return outcome == null
        || outcome instanceof Outcome.Elsewhere
        || outcome instanceof Outcome.Unreached;
  }

  private static Outcome nowhere() {
    return new Outcome.Unreached("Nobody owns this shard just now.");
  }

  private static int[] range(int size) {
    int[] all = new int[size];
    Arrays.setAll(all, it -> it);
    return all;
  }

  static boolean pause() {
    try {
      Thread.sleep(LOOK_AGAIN);
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void pass(
      List<Addressed> commands, int[] open, @Nullable Outcome[] outcomes, @Nullable String token) {
    Map<OwnedShard, List<Integer>> here = new HashMap<>();
    Map<String, List<Integer>> there = new LinkedHashMap<>();
    for (int it : open) {
      int shard = commands.get(it).shard();
      OwnedShard local = map.local(shard);
      String remote = local == null && token != null ? map.remote(shard) : null;
      if (local != null) {
        here.computeIfAbsent(local, _ -> new ArrayList<>()).add(it);
      } else if (remote != null) {
        there.computeIfAbsent(remote, _ -> new ArrayList<>()).add(it);
      }
    }
    var running = new ArrayList<CompletableFuture<?>>(here.size() + there.size());
    var deciding = new HashMap<OwnedShard, CompletableFuture<List<Answer>>>();
    here.forEach((shard, items) -> deciding.put(shard, submit(shard, items, commands)));
    there.forEach((url, items) -> running.add(forward(url, items, commands, outcomes, token)));
    await(deciding.values());
    deciding.forEach((shard, answers) -> settle(shard, here.get(shard), answers, outcomes));
    running.forEach(CompletableFuture::join);
  }

  private CompletableFuture<List<Answer>> submit(
      OwnedShard shard, List<Integer> items, List<Addressed> commands) {
    var mine = new ArrayList<Command>(items.size());
    for (int it : items) {
      Command command = commands.get(it).command();
      if (command.offer() != null) {
        know(command.offer());
      }
      mine.add(command);
    }
    return shard.engine().submit(mine);
  }

  /// An offer that was made a moment ago at another instance may be news here.
  private void know(String offer) {
    if (book.rules(offer) == null) {
      try {
        book.find(offer);
      } catch (DataAccessException _) {
        // Then the shard says that it does not know the offer.
      }
    }
  }

  private void settle(
      OwnedShard shard,
      @Nullable List<Integer> items,
      CompletableFuture<List<Answer>> future,
      @Nullable Outcome[] outcomes) {
    if (items == null) {
      return;
    }
    boolean decided = future.state() == Future.State.SUCCESS;
    List<Answer> answers = decided ? future.resultNow() : List.of();
    for (int i = 0; i < items.size(); i++) {
      int it = items.get(i);
      if (answers.isEmpty()) {
        outcomes[it] = new Outcome.Unreached("The shard did not decide in time.");
      } else if (isClosed(answers.get(i)) && !shard.equals(map.local(shard.id()))) {
        outcomes[it] = new Outcome.Elsewhere();
      } else {
        outcomes[it] = new Outcome.Decided(answers.get(i));
      }
    }
  }

  private static boolean isClosed(Answer answer) {
    return answer instanceof Answer.Unavailable(_, Trouble trouble)
        && trouble == Trouble.STALE_EPOCH;
  }

  /// For all of them at once: a thread that waits for one after the other is woken for each.
  private static void await(Collection<CompletableFuture<List<Answer>>> decisions) {
    try {
      CompletableFuture.allOf(decisions.toArray(CompletableFuture[]::new))
          .get(DECISION_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // Whatever is not decided is told so, one by one.
    }
  }

  private CompletableFuture<Void> forward(
      String url,
      List<Integer> items,
      List<Addressed> commands,
      @Nullable Outcome[] outcomes,
      @Nullable String token) {
    if (token == null) {
      return CompletableFuture.completedFuture(null);
    }
    return CompletableFuture.runAsync(
        () -> {
          List<Wire.@Nullable Item> wire =
              items.stream()
                  .<Wire.@Nullable Item>map(it -> Wire.Item.of(commands.get(it)))
                  .toList();
          try {
            var replies =
                peers.post(
                    url,
                    PeerController.COMMANDS,
                    token,
                    new Wire.Commands(wire),
                    Wire.Replies.class);
            for (int i = 0; i < items.size(); i++) {
              int it = items.get(i);
              outcomes[it] = replies.items().get(i).outcome(commands.get(it).command().guid());
            }
          } catch (PeerCalls.Unreachable _) {
            items.forEach(it -> outcomes[it] = new Outcome.Unreached("Its owner is unreachable."));
          }
        },
        THREADS);
  }
}
