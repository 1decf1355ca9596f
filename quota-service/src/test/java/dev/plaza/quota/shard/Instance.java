package dev.plaza.quota.shard;

import dev.plaza.quota.log.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Shards, an authority and a clock in one thread, for tests that read like the case they show:
/// every call runs until nothing is left to do, and time passes only when told.
final class Instance {

  final MemoryAuthority authority;
  final Map<String, OfferRules> book;
  final SimStorage storage;
  final List<ShardWriter> shards = new ArrayList<>();
  final List<Lease> leases = new ArrayList<>();
  final GuidIndex guids = new GuidIndex();
  final ShardSettings settings;
  long now;
  boolean authorityDown;
  boolean diskFull;
  private long epoch;

  Instance(int shards) {
    this(ShardSettings.of(shards));
  }

  Instance(ShardSettings settings) {
    this(settings, new SimStorage(), new MemoryAuthority(), new HashMap<>(), 1_000_000_000L, 1);
  }

  /// Settings with small segments and a snapshot whenever a little has gathered.
  static ShardSettings eager(int shards) {
    ShardSettings it = ShardSettings.of(shards);
    return new ShardSettings(
        it.shards(),
        it.fsync(),
        4_096,
        8_192,
        it.queueMax(),
        it.batchMax(),
        it.parkedMax(),
        it.guidsMax(),
        it.grantHorizon(),
        it.grantMin(),
        it.riskHorizon(),
        it.flipEvery(),
        it.idleAfter(),
        it.patience(),
        it.askAgainAfter(),
        it.guidRetention());
  }

  private Instance(
      ShardSettings settings,
      SimStorage storage,
      MemoryAuthority authority,
      Map<String, OfferRules> book,
      long now,
      long epoch) {
    this.settings = settings;
    this.storage = storage;
    this.authority = authority;
    this.book = book;
    this.now = now;
    this.epoch = epoch;
    for (int shard = 0; shard < settings.shards(); shard++) {
      var lease = new Lease(() -> this.now * 1_000_000);
      lease.extend(Long.MAX_VALUE / 2);
      leases.add(lease);
      authority.epoch(shard, epoch);
      shards.add(new ShardWriter(shard, epoch, around(), settings, lease));
    }
    settle();
  }

  private ShardEnvironment around() {
    Storage disk =
        storage.seenBy(
            new SimStorage.Disk() {
              @Override
              public int before(int bytes) {
                return diskFull ? bytes / 2 : bytes;
              }

              @Override
              public void after() {}
            });
    return new ShardEnvironment(
        disk, authority, book::get, guids, () -> Instant.ofEpochMilli(now), () -> now * 1_000_000);
  }

  /// The next owner of all shards, as after a crash.
  Instance restarted() {
    return new Instance(settings, storage, authority, book, now, epoch + 1);
  }

  OfferRules offer(@Nullable Long limit, @Nullable Long perUser) {
    return offer("o", limit, null, perUser, now + 3_600_000, true);
  }

  OfferRules offer(
      String id,
      @Nullable Long limit,
      @Nullable Long budget,
      @Nullable Long perUser,
      long endsAt,
      boolean honorHolds) {
    OfferRules before = book.get(id);
    var rules =
        new OfferRules(
            id,
            before == null ? 1 : before.version() + 1,
            limit,
            budget,
            perUser,
            Instant.ofEpochMilli(now - 1000),
            Instant.ofEpochMilli(endsAt),
            honorHolds);
    book.put(id, rules);
    authority.limit(rules);
    return rules;
  }

  /// New rules reach every shard.
  void refresh(String offer) {
    shards.forEach(
        it ->
            round(
                it,
                List.of(new Input.Notice(offer, Input.Notice.Kind.RULES, SimWorkload.unheard()))));
    settle();
  }

  Answer redeem(long guid, String user) {
    return send(redemption(guid, user, 0));
  }

  static Command.Spend redemption(long guid, String user, long amount) {
    return Command.Spend.redeem(guid(guid), "o", user, "order-" + guid, 1, amount);
  }

  Answer reserve(long guid, String user, String order) {
    return send(reservation(guid, user, order));
  }

  static Command.Spend reservation(long guid, String user, String order) {
    return new Command.Spend(
        guid(guid), "o", user, order, 1, 0, Mode.RESERVE, Duration.ofSeconds(60));
  }

  Answer confirm(long guid, String user) {
    return sendTo(Shard.of("o", user, shards.size()), new Command.Confirm(guid(guid)));
  }

  Answer reverse(long guid, String user) {
    return sendTo(Shard.of("o", user, shards.size()), new Command.Reverse(guid(guid)));
  }

  static UUID guid(long number) {
    return new UUID(77, number);
  }

  Answer send(Command.Spend command) {
    return sendTo(Shard.of(command.offerId(), command.userId(), shards.size()), command);
  }

  Answer sendTo(int shard, Command command) {
    return sendAll(shard, List.of(command)).getFirst();
  }

  List<Answer> sendAll(int shard, List<Command> commands) {
    var submission = new Submission(commands);
    round(shards.get(shard), List.of(new Input.Commands(submission)));
    settle();
    for (int wait = 0; !submission.future().isDone() && wait < 100; wait++) {
      pass(20);
      shards.forEach(it -> recall(it, commands.getFirst().offer()));
    }
    return submission.future().join();
  }

  private void recall(ShardWriter shard, @Nullable String offer) {
    if (offer != null && shard.core().offer(offer) != null && !authorityDown) {
      round(
          shard, List.of(new Input.Notice(offer, Input.Notice.Kind.RECALL, SimWorkload.unheard())));
    }
  }

  /// Time passes, and every shard looks after itself.
  void pass(long millis) {
    now += millis;
    settle();
  }

  private void settle() {
    for (int again = 0; again < 3; again++) {
      shards.forEach(it -> round(it, List.of()));
    }
  }

  private void round(ShardWriter shard, List<Input> inputs) {
    RightsDesk.Exchange next = shard.round(inputs, new Moment(now, now, 0), true);
    Runnable task = shard.nextTask();
    if (task != null) {
      task.run();
    }
    if (next != null) {
      List<Grant> grants = null;
      if (!authorityDown) {
        grants = authority.exchange(shards.indexOf(shard), epoch, next.reports);
      }
      var lost = authorityDown ? new Authority.UnreachableException("cut", null) : null;
      round(shard, List.of(new Input.Reply(next, grants, lost)));
    }
  }

  /// All that was written so far is safe elsewhere.
  void forgetShipped() {
    shards.forEach(it -> it.safe(it.committedSeq()));
  }

  /// The offer on the first shard that knows it.
  OfferView offerView() {
    return shards.stream()
        .map(it -> it.core().offer("o"))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  /// Units of the offer that are spent, over all shards.
  long used() {
    return sum("o", it -> it.confirmed() + it.held());
  }

  long idle() {
    return sum("o", OfferView::idle);
  }

  long sum(String offer, ToLongFunction<OfferView> what) {
    return shards.stream()
        .map(it -> it.core().offer(offer))
        .filter(Objects::nonNull)
        .mapToLong(what)
        .sum();
  }

  static boolean done(Answer answer) {
    return answer instanceof Answer.Done;
  }

  static Answer refused(long guid, Refusal reason) {
    return new Answer.Refused(guid(guid), reason);
  }
}
