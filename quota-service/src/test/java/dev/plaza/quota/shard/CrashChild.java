package dev.plaza.quota.shard;

import dev.plaza.quota.log.FileStorage;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/// A process to be killed: redeems as fast as it can on two shards, and says on its standard
/// output which redemptions were acknowledged.
final class CrashChild {

  static final long LIMIT = 3_000_000;
  static final OfferRules RULES =
      new OfferRules(
          "o", 1, LIMIT, null, null, Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"), true);

  private CrashChild() {}

  /// Keeps what it was told in a file, so that it survives its process like a database would.
  private static final class FileAuthority implements Authority {
    private final MemoryAuthority memory = new MemoryAuthority();
    private final Path file;

    FileAuthority(Path file) throws IOException {
      this.file = file;
      memory.limit(RULES);
      if (Files.exists(file)) {
        Files.readAllLines(file).stream().filter(it -> it.endsWith(".")).forEach(this::replay);
      }
    }

    private void replay(String line) {
      String[] it = line.split(" ");
      var report =
          new RightsReport(
              "o",
              Long.parseLong(it[1]),
              Long.parseLong(it[2]),
              0,
              Long.parseLong(it[3]),
              0,
              Long.parseLong(it[4]),
              0,
              0,
              Long.parseLong(it[5]),
              0,
              dev.plaza.quota.shard.Path.FAST);
      memory.exchange(Integer.parseInt(it[0]), Long.MAX_VALUE, List.of(report));
    }

    @Override
    public synchronized List<Grant> exchange(int shard, long epoch, List<RightsReport> reports) {
      var grants = new ArrayList<Grant>();
      for (RightsReport it : reports) {
        String line =
            "%d %d %d %d %d %d .%n"
                .formatted(
                    shard,
                    it.leaseNo(),
                    it.wantUnits(),
                    it.returnedUnits(),
                    it.usedUnits(),
                    it.asOf());
        try {
          Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
        grants.addAll(memory.exchange(shard, Long.MAX_VALUE, List.of(it)));
      }
      return grants;
    }
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    long epoch = Long.parseLong(args[1]);
    var authority = new FileAuthority(root.resolve("authority"));
    var around =
        new ShardEnvironment(
            new FileStorage(root),
            authority,
            _ -> RULES,
            new GuidIndex(),
            InstantSource.system(),
            System::nanoTime);
    var shards = new ArrayList<Shard>();
    for (int number = 0; number < 2; number++) {
      Shard shard = Shard.open(number, epoch, around, ShardSettings.of(2));
      shard.leaseUntil(System.nanoTime() + 3_600_000_000_000L);
      shards.add(shard);
    }
    load(shards, epoch);
  }

  private static void load(List<Shard> shards, long epoch) {
    var out = new PrintStream(System.out, false);
    for (long batch = 0; ; batch++) {
      var pending = new ArrayList<CompletableFuture<List<Answer>>>();
      for (Shard shard : shards) {
        var commands = new ArrayList<Command>();
        for (int at = 0; at < 20; at++) {
          var guid = new UUID(epoch << 8 | shard.number(), batch * 20 + at);
          commands.add(Command.Spend.redeem(guid, "o", guid.toString(), "order", 1, 0));
        }
        pending.add(shard.submit(commands));
      }
      for (CompletableFuture<List<Answer>> it : pending) {
        for (Answer answer : it.join()) {
          if (answer instanceof Answer.Done done) {
            out.println(done.guid());
          }
        }
      }
      out.flush();
    }
  }
}
