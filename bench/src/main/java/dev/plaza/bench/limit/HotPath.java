package dev.plaza.bench.limit;

import dev.plaza.bench.limit.Contender.Allowance;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// What one decision far below the limit costs on one core, by JMH: one key, and 100,000 by Zipf
/// 1.1. Each contender in a JVM of its own.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HotPath {

  private static final int ASKERS = 64;
  private static final String REDIS = "plaza.bench.redis";

  /// Who decides.
  public enum Who {
    PLAZA_KEPT,
    PLAZA_FROM_TEXT,
    BUCKET4J,
    RESILIENCE4J;

    private Contender over(String[] keys) {
      return switch (this) {
        case PLAZA_KEPT -> PlazaLimiters.kept(url(), 1, keys, Allowance.ENDLESS);
        case PLAZA_FROM_TEXT -> PlazaLimiters.made(url(), 1, keys, Allowance.ENDLESS);
        case BUCKET4J -> LocalPeers.bucket4j(keys, Allowance.ENDLESS);
        case RESILIENCE4J -> LocalPeers.resilience4j(keys, Allowance.ENDLESS);
      };
    }
  }

  @Param public Who who = Who.PLAZA_KEPT;

  @Param({"1", "100000"})
  public int keys;

  private Contender.Taking taking = (_, _) -> false;
  private Runnable closing = () -> {};
  private int[] drawn = {};
  private int at;

  private static String url() {
    return System.getProperty(REDIS);
  }

  @Setup(Level.Trial)
  public void start() {
    var contender = who.over(Keys.named(keys));
    taking = contender.taking();
    closing = contender.closing();
    drawn = keys == 1 ? new int[1 << 10] : Keys.zipf(keys, 1.1);
    getToKnow();
  }

  /// Many ask at once, as in a gateway: one thread that waits for each answer takes longer than the
  /// leases of the first keys live, and then never gets ahead of them.
  private void getToKnow() {
    try (var threads = Executors.newFixedThreadPool(ASKERS)) {
      for (int asker = 0; asker < ASKERS; asker++) {
        int first = asker;
        threads.execute(
            () -> {
              for (int key = first; key < keys; key += ASKERS) {
                taking.take(0, key);
              }
            });
      }
    }
  }

  @TearDown(Level.Trial)
  public void stop() {
    closing.run();
  }

  @Benchmark
  public boolean decide() {
    at = (at + 1) & (drawn.length - 1);
    return taking.take(0, drawn[at]);
  }

  /// Bytes of garbage for each decision come with it (`gc.alloc.rate.norm`).
  static void run(String url) {
    var options =
        new OptionsBuilder()
            .include(HotPath.class.getName())
            .addProfiler("gc")
            .jvmArgsAppend("-D" + REDIS + "=" + url, "-Xmx1g")
            .build();
    try {
      var _ = new Runner(options).run();
    } catch (RunnerException e) {
      throw new IllegalStateException(e);
    }
  }
}
