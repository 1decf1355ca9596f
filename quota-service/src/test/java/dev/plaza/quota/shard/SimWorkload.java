package dev.plaza.quota.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/// Customers who redeem, reserve, confirm, take back, repeat themselves and mix up GUIDs; in the
/// end more of them than there is left.
final class SimWorkload {

  private final Simulation sim;
  private final List<Command.Spend> spends = new ArrayList<>();
  private final Set<UUID> refused = new HashSet<>();
  private final long endsAt;
  private long repeatedUntil = Long.MAX_VALUE;
  private boolean finishing;
  private long guidNumber;
  private int open;

  SimWorkload(Simulation sim) {
    this.sim = sim;
    boolean ends = sim.random.nextInt(4) == 0;
    endsAt = ends ? sim.now() + Simulation.FAULTS_MILLIS / 2 : sim.now() + 10_000_000;
    offer("units", (long) sim.random.nextInt(1, 60), null, null);
    offer("person", (long) sim.random.nextInt(1, 60), null, (long) sim.random.nextInt(1, 4));
    offer("money", null, (long) sim.random.nextInt(100, 3_000), null);
    offer("free", null, null, 2L);
  }

  static CompletableFuture<Void> unheard() {
    return new CompletableFuture<>();
  }

  private void offer(String id, Long limit, Long budget, Long perUser) {
    var rules =
        new OfferRules(
            id,
            1,
            limit,
            budget,
            perUser,
            Simulation.instant(0),
            Simulation.instant(endsAt),
            sim.random.nextInt(2) == 0);
    sim.book.put(id, rules);
    sim.authority.limit(rules);
  }

  void start() {
    for (int customer = 0; customer < 6; customer++) {
      sim.at(null, sim.random.nextInt(100), this::act);
    }
  }

  private void act() {
    if (finishing) {
      return;
    }
    int dice = sim.random.nextInt(100);
    if (dice < 65 || spends.isEmpty()) {
      Command.Spend it = spend();
      spends.add(it);
      send(it, it, 0);
    } else {
      Command.Spend old = spends.get(sim.random.nextInt(spends.size()));
      send(again(old, dice), old, 0);
    }
    sim.at(null, sim.random.nextInt(10, 200), this::act);
  }

  private Command again(Command.Spend old, int dice) {
    if (dice < 72) {
      return old;
    } else if (dice < 86) {
      return new Command.Confirm(old.guid());
    } else if (dice < 97) {
      return new Command.Reverse(old.guid());
    }
    return Command.Spend.redeem(
        old.guid(), old.offerId(), old.userId(), "another", old.units(), old.amount());
  }

  private Command.Spend spend() {
    String offer = List.of("units", "person", "money", "free").get(sim.random.nextInt(4));
    boolean reserve = sim.random.nextInt(3) == 0;
    return new Command.Spend(
        new UUID(sim.shards, ++guidNumber),
        offer,
        "user-" + sim.random.nextInt(25),
        "order-" + sim.random.nextInt(40),
        sim.random.nextInt(10) == 0 ? 2 : 1,
        offer.equals("money") ? sim.random.nextInt(1, 90) : 0,
        reserve ? Mode.RESERVE : Mode.REDEEM,
        reserve ? Duration.ofMillis(sim.random.nextInt(100, 2_000)) : Duration.ZERO);
  }

  /// Sends a command to a node that believes to own its shard, again and again until it is
  /// decided.
  private void send(Command command, Command.Spend about, int attempt) {
    int shard = Shard.of(about.offerId(), about.userId(), sim.shards);
    var owners = new ArrayList<SimNode>();
    for (SimNode it : sim.nodes) {
      if (it.alive && it.owned.containsKey(shard)) {
        owners.add(it);
      }
    }
    if (owners.isEmpty() || sim.lost()) {
      retry(command, about, attempt);
      return;
    }
    SimNode node = owners.get(sim.random.nextInt(owners.size()));
    var submission = new Submission(List.of(command));
    var waiting = new boolean[] {true};
    submission
        .future()
        .thenAccept(
            it -> sim.at(null, 0, () -> answered(it.getFirst(), about, waiting, attempt, command)));
    sim.at(
        node,
        sim.delay(),
        () -> {
          SimNode.Owned it = node.owned.get(shard);
          if (it != null) {
            it.put(new Input.Commands(submission));
          }
        });
    if (sim.random.nextInt(20) == 0) {
      sim.at(null, sim.delay(), () -> send(command, about, attempt + 1));
    }
    sim.at(
        null,
        3_000,
        () -> {
          if (waiting[0]) {
            waiting[0] = false;
            retry(command, about, attempt);
          }
        });
  }

  private void answered(
      Answer answer, Command.Spend about, boolean[] waiting, int attempt, Command command) {
    boolean first = waiting[0];
    waiting[0] = false;
    switch (answer) {
      case Answer.Done it -> check(it, about);
      case Answer.Refused it -> refused.add(it.guid());
      case Answer.Unavailable _ -> {
        if (first) {
          retry(command, about, attempt);
        }
      }
    }
  }

  private void check(Answer.Done it, Command.Spend about) {
    Truth.check(it.guid().equals(about.guid()), "an answer for somebody else");
    sim.truth.answered(it);
  }

  /// What began before the end is not repeated for ever: a late hold would keep from the last
  /// customers what nobody wants any more when it runs out.
  private void retry(Command command, Command.Spend about, int attempt) {
    boolean wanted = sim.now() < repeatedUntil || about.userId().startsWith("late-");
    if (attempt < 30 && wanted) {
      sim.at(null, 50 + sim.random.nextInt(200), () -> send(command, about, attempt + 1));
    }
  }

  /// From now on: enough customers to buy all that is left.
  void finish() {
    finishing = true;
    repeatedUntil = sim.now() + 14_000;
    for (int at = 0; at < 130; at++) {
      // The second wave buys what old commands have given back meanwhile; their holds are over.
      long delay = (at < 110 ? 7_000 : 17_000) + sim.random.nextInt(1_000);
      sim.at(null, delay, () -> buy("units", 0));
      sim.at(null, delay, () -> buy("person", 0));
      sim.at(null, delay, () -> buy("money", 29));
    }
  }

  private void buy(String offer, long amount) {
    var it =
        Command.Spend.redeem(
            new UUID(sim.shards, ++guidNumber), offer, "late-" + guidNumber, "o", 1, amount);
    send(it, it, 0);
  }

  /// Demand met the limit: exactly the limit is sold, unless the offer is over or was lowered
  /// below.
  void judge() {
    if (endsAt < sim.now()) {
      return;
    }
    for (String offer : List.of("units", "person")) {
      long limit = sim.authority.limitUnits(offer);
      long used = sim.truth.usedUnits(offer);
      Truth.check(
          used == limit || (used > limit && sim.book.get(offer).version() > 1),
          "%d of %d sold of %s",
          used,
          limit,
          offer);
    }
    long budget = sim.authority.limitAmount("money");
    long spent = sim.truth.usedAmount("money");
    Truth.check(spent <= budget && spent > budget - 29, "%d of %d spent", spent, budget);
  }
}
