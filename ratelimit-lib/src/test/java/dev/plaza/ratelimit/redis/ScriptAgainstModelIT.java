package dev.plaza.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.authority.Pace;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.authority.Reserve;
import dev.plaza.ratelimit.authority.Span;
import dev.plaza.ratelimit.authority.Terms;
import dev.plaza.ratelimit.policy.CalendarWindow;
import dev.plaza.ratelimit.policy.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The script and the Java model give the same numbers, to the last microsecond. The model is
/// told the time that the script answered.
class ScriptAgainstModelIT {

  static TestRedis redis;
  static RedisLink link;

  @BeforeAll
  static void start() {
    redis = TestRedis.start();
    link = RedisLink.to(redis.uri());
    Links.connected(link);
  }

  @AfterAll
  static void stop() {
    link.close();
    redis.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void decidesAsTheModelDoes(long seed) {
    redis.commands().flushall();
    var authority = new RedisAuthority(link);
    var model = new MemoryAuthority(() -> 0);
    var random = new Random(seed);
    var terms = new HashMap<String, Terms>();

    // A key whose terms change at the very millisecond it expires is full in one and cold in the
    // other; both are right, so flushes and changes are tried apart.
    var changing = seed % 2 == 0;
    for (var i = 0; i < 1500; i++) {
      if (!changing && random.nextInt(300) == 0) {
        redis.commands().flushall();
        model.flush();
      }
      var group = group(random, terms, changing);
      var answered = authority.ask(group).toCompletableFuture().join();
      var expected = model.decide(group, answered.nowMicros());
      assertThat(answered).as("step %d: %s", i, group).isEqualTo(expected);
    }
  }

  /// Some keys keep their terms for a while, so that there is a history to be right about.
  private static List<Demand> group(Random random, Map<String, Terms> terms, boolean changing) {
    var group = new ArrayList<Demand>();
    var size = 1 + random.nextInt(3);
    var first = random.nextInt(6);
    for (var i = 0; i < size; i++) {
      var key = "k" + (first + i) % 6;
      if (!terms.containsKey(key) || (changing && random.nextInt(60) == 0)) {
        terms.put(key, terms(random, key));
      }
      var need = random.nextInt(4) == 0 ? random.nextInt(40) : random.nextInt(3);
      group.add(
          new Demand(
              terms.get(key) instanceof Span it ? key + it.window().startMicros() : key,
              0,
              null,
              terms.get(key),
              need,
              need + random.nextInt(8),
              random.nextInt(20),
              random.nextInt(10) == 0 ? random.nextInt(5) : 0,
              random.nextInt(10) == 0 ? random.nextInt(5) : 0));
    }
    return group;
  }

  private static final long[][] RATES = {
    {3, 1_000_000},
    {1, 10_000_000},
    {7, 3_000},
    {1_000_003, 1_000_000},
    {1, 1_000_000},
    {999_999_937, 1_000_000},
    {997, 86_400_000_000L},
    {10, 1_000_000}
  };

  private static Terms terms(Random random, String key) {
    if (key.equals("k5")) {
      var now = System.currentTimeMillis() * 1000;
      var start = now - random.nextLong(1_000_000_000L);
      // Mostly one that holds now, sometimes one that is over.
      var end = random.nextInt(5) == 0 ? now - 1 : now + 1 + random.nextLong(100_000_000_000L);
      return new Span(random.nextInt(500), new CalendarWindow("w", start, end));
    }
    var rate = RATES[random.nextInt(RATES.length)];
    var burst = 1 + random.nextInt(random.nextBoolean() ? 5 : 5000);
    return Pace.of(new Rate(rate[0], rate[1]), burst, 1, reserve(random, burst));
  }

  /// Lives short enough to end between two questions, and long enough not to.
  private static Reserve reserve(Random random, long burst) {
    var life = random.nextBoolean() ? 1 + random.nextInt(3_000) : 20_000 + random.nextInt(80_000);
    return switch (random.nextInt(3)) {
      case 0 -> Reserve.NONE;
      case 1 -> new Reserve(life, burst, 0);
      default -> new Reserve(life, burst / 5, 1 + random.nextInt(life));
    };
  }

  @Test
  void keepsTheTokensLeftWhenAShareMoves() {
    redis.commands().flushall();
    var authority = new RedisAuthority(link);
    var model = new MemoryAuthority(() -> 0);
    var random = new Random(9);
    var whole = Pace.of(new Rate(997, 86_400_000_000L), 5000, 1);
    var settle = 1500;

    for (var i = 0; i < 500; i++) {
      var pace = whole.shared(1 + random.nextInt(10_000));
      var group = List.of(new Demand("share", 0, null, pace, 0, random.nextInt(3), 0, settle, 0));
      settle = 0;
      var answered = authority.ask(group).toCompletableFuture().join();
      assertThat(answered).isEqualTo(model.decide(group, answered.nowMicros()));
    }
  }

  @Test
  void bothKeepTimesToTheEndOfTheCenturyExactly() {
    var pace = Pace.of(new Rate(1, 34_560_000_000_000L), 1, 1);
    Reply reply =
        new RedisAuthority(link)
            .ask(List.of(Demand.of("far", 0, pace, 1, 1)))
            .toCompletableFuture()
            .join();

    assertThat(reply.lines().getFirst().fullMicros()).isEqualTo(34_560_000_000_000L);
    assertThat(redis.commands().get("far"))
        .startsWith(Long.toString(reply.nowMicros() + 34_560_000_000_000L));
  }
}
