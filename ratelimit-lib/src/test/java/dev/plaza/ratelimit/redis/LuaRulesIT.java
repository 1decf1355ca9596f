package dev.plaza.ratelimit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plaza.ratelimit.authority.Demand;
import dev.plaza.ratelimit.authority.Pace;
import dev.plaza.ratelimit.authority.Reply;
import dev.plaza.ratelimit.authority.Span;
import dev.plaza.ratelimit.authority.Terms;
import dev.plaza.ratelimit.authority.Verdict;
import dev.plaza.ratelimit.policy.CalendarWindow;
import dev.plaza.ratelimit.policy.Rate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The rules that a token bucket in Lua must keep, each on a real Redis. They are numbered as in
/// the README.
class LuaRulesIT {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  static TestRedis redis;
  static RedisLink link;
  private RedisAuthority authority;

  @BeforeAll
  static void start() {
    redis = TestRedis.start();
    link = Links.connected(RedisLink.to(redis.uri()));
  }

  @AfterAll
  static void stop() {
    link.close();
    redis.close();
  }

  @BeforeEach
  void empty() {
    redis.commands().flushall();
    authority = new RedisAuthority(link);
  }

  private static Pace pace(long rate, Duration per, long burst) {
    return Pace.of(Rate.of(rate, per), burst, 1);
  }

  private Reply ask(Demand... group) {
    return authority.ask(List.of(group)).toCompletableFuture().join();
  }

  private Reply.Line ask(String key, Terms terms, long need, long want) {
    return ask(Demand.of(key, 0, terms, need, want)).lines().getFirst();
  }

  private static List<Long> state(String key) {
    return Arrays.stream(redis.commands().get(key).split(":")).map(Long::valueOf).toList();
  }

  private static void put(String key, List<Long> state) {
    redis.commands().set(key, String.join(":", state.stream().map(Object::toString).toList()));
    redis.commands().pexpire(key, 600_000);
  }

  @Test
  void rule01_timeIsThatOfRedis() {
    var before = micros();
    var reply = ask(Demand.of("k", 0, pace(1, SECOND, 5), 1, 1));

    assertThat(reply.nowMicros()).isBetween(before, micros());
    assertThat(state("k").getFirst()).isEqualTo(reply.nowMicros() + 1_000_000);
  }

  private static long micros() {
    var time = redis.commands().time();
    return Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1));
  }

  @Test
  void rule02_aClockThatStepsBackRefillsNothingTwice() {
    var pace = pace(10, SECOND, 10);
    ask("k", pace, 4, 4);
    // As if the clock had been an hour ahead when this was written, and stepped back since.
    var state = new java.util.ArrayList<>(state("k"));
    state.set(0, state.get(0) + 3_600_000_000L);
    state.set(2, state.get(2) + 3_600_000_000L);
    put("k", state);

    var line = ask("k", pace, 0, 0);
    assertThat(line.remaining()).isEqualTo(6);
    assertThat(ask("k", pace, 6, 6).granted()).isEqualTo(6);
    assertThat(ask("k", pace, 1, 1).retryMicros()).isGreaterThan(3_590_000_000L);
    assertThat(state("k").get(2)).isGreaterThanOrEqualTo(state.get(2));
  }

  @Test
  void rule03_numbersAreWholeAndWrittenWithAllTheirDigits() {
    var pace = pace(3, SECOND, 3);
    var reply = ask(Demand.of("k", 0, pace, 1, 1));

    // A third of a second: whole microseconds, and one of three parts. %.14g would lose digits.
    assertThat(redis.commands().get("k")).matches("\\d{16}:1:\\d{16}:333333:1:3:1000000");
    assertThat(state("k").getFirst()).isEqualTo(reply.nowMicros() + 333_333);
  }

  @Test
  void rule04_ratesAreRationalAndDoNotDrift() {
    var began = ask(Demand.of("k", 0, pace(3, SECOND, 30_000), 1, 1)).nowMicros();
    for (var i = 0; i < 299; i++) {
      ask("k", pace(3, SECOND, 30_000), 1, 1);
    }
    assertThat(state("k").get(0) - began).isEqualTo(100_000_000);
    assertThat(state("k").get(1)).isZero();

    var slow = ask(Demand.of("slow", 0, Pace.of(Rate.of(0.1, SECOND), 1, 1), 1, 1));
    assertThat(slow.lines().getFirst().fullMicros()).isEqualTo(10_000_000);
  }

  @Test
  void rule05_aKeyLivesUntilItsBucketIsFullAndNoLonger() {
    var pace = pace(10, SECOND, 10);
    ask("k", pace, 5, 5);
    assertThat(redis.commands().pttl("k")).isBetween(450L, 502L);

    // R29: even if that is less than a millisecond.
    ask("fast", pace(100_000, SECOND, 100_000), 1, 1);
    assertThat(redis.commands().ttl("fast")).isNotEqualTo(-1L);
    // R57: gone when it is full, and full when it is gone.
    Awaitility.await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> redis.commands().exists("k") == 0);
    assertThat(ask("k", pace, 0, 0).remaining()).isEqualTo(10);

    var day = window(-1_000_000, 5_000_000);
    ask("day", new Span(5, day), 1, 1);
    // R31: not a thousand times longer than the window and its grace.
    assertThat(redis.commands().pttl("day")).isBetween(60_000L, 65_002L);
  }

  private static CalendarWindow window(long fromNow, long untilNow) {
    return new CalendarWindow("w", micros() + fromNow, micros() + untilNow);
  }

  @Test
  void rule06_aRefusalWritesNothing() {
    var pace = pace(10, HOUR, 10);
    ask("k", pace, 8, 8);
    var value = redis.commands().get("k");
    var ttl = redis.commands().pttl("k");
    var changes = changes();

    for (var i = 0; i < 20; i++) {
      assertThat(ask("k", pace, 5, 5).verdict()).isEqualTo(Verdict.SHORT);
    }
    assertThat(redis.commands().get("k")).isEqualTo(value);
    assertThat(redis.commands().pttl("k")).isLessThanOrEqualTo(ttl);
    assertThat(changes()).isEqualTo(changes);
    // R25: and the next who needs less gets it.
    assertThat(ask("k", pace, 1, 1).remaining()).isEqualTo(1);
  }

  private static long changes() {
    var info = redis.commands().info("persistence");
    var start = info.indexOf("rdb_changes_since_last_save:") + 28;
    return Long.parseLong(info.substring(start, info.indexOf('\r', start)));
  }

  @Test
  void rule07_costsAboveTheBurstNeverFitAndNothingElseIsOdd() {
    var pace = pace(300, HOUR, 300);
    var never = ask("k", pace, 301, 301);
    assertThat(never.verdict()).isEqualTo(Verdict.NEVER);
    assertThat(never.retryMicros()).isEqualTo(-1);
    assertThat(never.remaining()).isEqualTo(300);
    assertThat(redis.commands().exists("k")).isZero();

    assertThat(ask("k", pace, 0, 0).remaining()).isEqualTo(300);
    ask("k", pace, 10, 10);
    var back = new Demand("k", 0, null, pace, 0, 0, 0, 0, 50);
    assertThat(ask(back).lines().getFirst().remaining()).isEqualTo(300);
    assertThat(redis.commands().exists("k")).isZero();
  }

  @Test
  void rule09_theTextIsSentOnlyToAServerThatDoesNotKnowIt() {
    var pace = pace(10, HOUR, 10);
    ask("k", pace, 1, 1);
    redis.commands().scriptFlush();
    redis.commands().configResetstat();

    assertThat(ask("k", pace, 1, 1).remaining()).isEqualTo(8);
    assertThat(calls("eval")).isEqualTo(1);
    assertThat(ask("k", pace, 1, 1).remaining()).isEqualTo(7);
    assertThat(calls("eval")).isEqualTo(1);
    assertThat(calls("evalsha")).isEqualTo(2);
  }

  private static long calls(String command) {
    for (var line : redis.commands().info("commandstats").split("\r\n")) {
      if (line.startsWith("cmdstat_" + command + ":")) {
        return Long.parseLong(line.substring(line.indexOf('=') + 1, line.indexOf(',')));
      }
    }
    return 0;
  }

  /// R12: an answer that was lost with its connection is not asked for again.
  @Test
  void rule09_nothingIsSentTwice() {
    var pace = pace(10, HOUR, 10);
    ask("k", pace, 1, 1);
    redis.pause();
    var lost = authority.ask(List.of(Demand.of("k", 0, pace, 1, 1))).toCompletableFuture();
    Awaitility.await().pollDelay(Duration.ofMillis(200)).until(() -> !lost.isDone());
    var killer =
        new Thread(
            () ->
                redis
                    .commands()
                    .clientKill(io.lettuce.core.KillArgs.Builder.typeNormal().skipme()));
    killer.start();
    redis.resume();

    Awaitility.await().until(lost::isDone);
    Links.connected(link);
    // It was debited or it was not; a repetition would have debited a third.
    assertThat(ask("k", pace, 0, 0).remaining()).isBetween(8L, 9L);
  }

  @Test
  void rule10_allPoliciesAdmitOrNoneIsCharged() {
    var roomy = pace(10, HOUR, 10);
    var tight = pace(1, HOUR, 1);
    var day = new Span(100, window(-1_000_000, 3_600_000_000L));
    ask("tight", tight, 1, 1);
    var changes = changes();

    var lines =
        ask(
                Demand.of("roomy", 0, roomy, 1, 1),
                Demand.of("tight", 0, tight, 1, 1),
                Demand.of("day", 0, day, 1, 1))
            .lines();
    assertThat(lines.stream().map(Reply.Line::verdict))
        .containsExactly(Verdict.HELD_BACK, Verdict.SHORT, Verdict.HELD_BACK);
    assertThat(lines.stream().map(Reply.Line::granted)).containsOnly(0L);
    assertThat(changes()).isEqualTo(changes);
    assertThat(lines.get(0).remaining()).isEqualTo(10);
    assertThat(lines.get(2).remaining()).isEqualTo(100);
  }

  @Test
  void rule11_aWindowHoldsOnlyWhileItLasts() {
    var over = new Span(5, window(-2_000_000, -1));
    var notYet = new Span(5, window(3_000_000, 9_000_000));
    assertThat(ask("over", over, 1, 1).verdict()).isEqualTo(Verdict.STALE_SPAN);
    assertThat(ask("notYet", notYet, 1, 1).verdict()).isEqualTo(Verdict.STALE_SPAN);
    assertThat(redis.commands().keys("*")).containsExactly(AcquireCall.EPOCH);

    var now = new Span(5, window(-1_000_000, 9_000_000));
    assertThat(ask("now", now, 1, 3).granted()).isEqualTo(3);
    var refused = ask("now", now, 3, 3);
    assertThat(refused.verdict()).isEqualTo(Verdict.SHORT);
    assertThat(refused.remaining()).isEqualTo(2);
    assertThat(refused.retryMicros()).isCloseTo(9_000_000L, within(2_000_000L));
  }

  /// R27, R41: what is used is kept in tokens, so a raised limit helps at once.
  @Test
  void rule12_aChangedPolicyKeepsTheTokensThatAreUsed() {
    ask("k", pace(10, HOUR, 10), 10, 10);
    assertThat(ask("k", pace(10, HOUR, 10), 1, 1).verdict()).isEqualTo(Verdict.SHORT);

    assertThat(ask("k", pace(20, HOUR, 20), 0, 0).remaining()).isEqualTo(10);
    assertThat(ask("k", pace(20, HOUR, 20), 5, 5).granted()).isEqualTo(5);
    // 15 are used: 5 fewer than before is none, and the next comes when the new rate brings it.
    var lowered = ask("k", pace(10, HOUR, 10), 1, 1);
    assertThat(lowered.verdict()).isEqualTo(Verdict.SHORT);
    assertThat(lowered.retryMicros()).isCloseTo(360_000_000L, within(2_000_000L));

    ask("quota", new Span(10, window(-1, 3_600_000_000L)), 10, 10);
    assertThat(ask("quota", new Span(20, window(-1, 3_600_000_000L)), 0, 0).remaining())
        .isEqualTo(10);
  }

  /// R63: what a flush took is not as good as unused.
  @Test
  void rule13_aFlushIsNoticedAndBucketsStartCold() {
    var pace = pace(5, SECOND, 100);
    assertThat(ask("fresh", pace, 0, 0).remaining()).isEqualTo(100);
    ask("k", pace, 100, 100);
    redis.commands().flushall();

    // A second of the rate, then the rate; not the burst.
    assertThat(ask("k", pace, 0, 0).remaining()).isEqualTo(5);
    assertThat(ask("other", pace, 0, 0).remaining()).isBetween(5L, 7L);
    // A node that starts after the flush changes nothing about it.
    authority = new RedisAuthority(link);
    assertThat(ask("third", pace, 0, 0).remaining()).isLessThan(20);
  }

  @Test
  void rule13_aNodeThatHadNotSeenTheOldStateLearnsOfTheFlushFromOthers() {
    var pace = pace(5, SECOND, 100);
    ask("k", pace, 100, 100);
    redis.commands().flushall();
    var newcomer = new RedisAuthority(link);
    newcomer.ask(List.of(Demand.of("first", 0, pace, 0, 0))).toCompletableFuture().join();

    assertThat(ask("k", pace, 0, 0).remaining()).isLessThan(10);
  }

  /// R30: no key without a time to live, whatever was done.
  @Test
  void leavesNoKeyBehind() {
    ask("a", pace(10, SECOND, 10), 3, 3);
    ask("b", new Span(5, window(-1, 1_000_000)), 1, 1);
    RedisMembership.join(link, Duration.ofMillis(100)).close();

    for (var key : redis.commands().keys("*")) {
      assertThat(redis.commands().ttl(key)).as(key).isNotEqualTo(-1L);
    }
  }
}
