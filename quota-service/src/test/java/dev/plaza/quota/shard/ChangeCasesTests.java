package dev.plaza.quota.shard;

import static dev.plaza.quota.shard.Instance.done;
import static dev.plaza.quota.shard.Instance.guid;
import static dev.plaza.quota.shard.Instance.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Cases where something changes under way: the limit, the owner, the disk, the time.
class ChangeCasesTests {

  private final Instance it = new Instance(4);

  @Test
  void q41LoweredBelowUsedSellsNoMoreAndRaisedAgainSellsTheDifference() {
    it.offer(100L, null);
    IntStream.range(0, 80).forEach(at -> it.redeem(at, "u" + at));

    it.offer(50L, null);
    it.refresh("o");

    assertThat(it.idle()).as("recalled").isZero();
    assertThat(it.redeem(200, "x")).isEqualTo(refused(200, Refusal.EXHAUSTED));
    assertThat(it.authority.outUnits("o") - 50).as("over by").isEqualTo(30);

    it.offer(90L, null);
    it.refresh("o");
    long more = IntStream.range(300, 340).filter(at -> done(it.redeem(at, "v" + at))).count();

    assertThat(more).isEqualTo(10);
  }

  @Test
  void q41LoweredWhileTheAuthorityIsAwayAndThenRestarted() {
    it.offer(100L, null);
    IntStream.range(0, 20).forEach(at -> it.redeem(at, "u" + at));
    it.authorityDown = true;
    it.offer(10L, null);
    it.refresh("o");
    it.reverse(3, "u3");

    Instance next = it.restarted();

    assertThat(next.used()).isEqualTo(19);
    assertThat(next.idle()).isZero();
    assertThat(next.redeem(100, "x")).isEqualTo(refused(100, Refusal.EXHAUSTED));
  }

  @Test
  void q42HoldFromBeforeTheEndIsHonouredIffTheOfferSaysSo() {
    for (boolean honoured : new boolean[] {true, false}) {
      var shop = new Instance(4);
      shop.offer("o", 10L, null, null, shop.now + 100, honoured);
      shop.reserve(1, "a", "order");

      shop.pass(5_000);

      assertThat(done(shop.confirm(1, "a"))).isEqualTo(honoured);
    }
  }

  @Test
  void q42TheEndIsExclusive() {
    it.offer("o", 10L, null, null, it.now + 100, true);
    it.pass(99);
    assertThat(done(it.redeem(1, "a"))).isTrue();

    it.pass(1);

    assertThat(it.redeem(2, "b")).isEqualTo(refused(2, Refusal.ENDED));
    assertThat(new Moment(it.now - 500, 0, 500).ended(it.book.get("o"))).isTrue();
  }

  @Test
  void q43CutOffShardsGoOnWithTheirRightsAndSellExactlyTheLimitAfterwards() {
    it.offer(2_000L, null);
    IntStream.range(0, 200).forEach(at -> it.redeem(at, "u" + at));
    long idle = it.idle();
    it.authorityDown = true;

    int sold = 0;
    boolean unavailable = false;
    for (int at = 1000; !unavailable; at++) {
      Answer answer = it.redeem(at, "v" + at);
      sold += done(answer) ? 1 : 0;
      unavailable = answer instanceof Answer.Unavailable;
    }
    assertThat(sold).isPositive().isLessThanOrEqualTo((int) idle);
    assertThat(it.authority.outUnits("o")).isLessThanOrEqualTo(2_000);

    it.authorityDown = false;
    it.pass(1_000);
    IntStream.range(20_000, 22_200).forEach(at -> it.redeem(at, "w" + at));

    assertThat(it.used()).isEqualTo(2_000);
  }

  @Test
  void q45OwnerWhoseLeaseIsOverAcknowledgesNothing() {
    it.offer(10L, null);
    it.redeem(1, "a");
    int shard = Shard.of("o", "b", 4);
    Instance next = it.restarted();

    it.leases.get(shard).lose();
    Answer late = it.redeem(2, "b");

    assertThat(late).isEqualTo(new Answer.Unavailable(guid(2), Trouble.STALE_EPOCH));
    assertThat(next.shards.get(shard).core().redemption(guid(2))).isNull();
  }

  @Test
  void q46ReversedBeforeItCame() {
    it.offer(1L, null);
    it.reverse(1, "a");

    assertThat(it.redeem(1, "a")).isEqualTo(refused(1, Refusal.CANCELLED));
    assertThat(it.restarted().redeem(1, "a")).isEqualTo(refused(1, Refusal.CANCELLED));
    assertThat(it.used()).isZero();
  }

  @Test
  void q47ReversedAfterTheEndIsCountedButNotSoldAgain() {
    it.offer("o", 1L, null, null, it.now + 100, true);
    it.redeem(1, "a");
    it.pass(200);

    assertThat(done(it.reverse(1, "a"))).isTrue();

    assertThat(it.used()).isZero();
    assertThat(it.redeem(2, "b")).isEqualTo(refused(2, Refusal.ENDED));
  }

  @Test
  void q47ReversedUnderALoweredLimitIsNotSoldAgain() {
    it.offer(10L, null);
    IntStream.range(0, 10).forEach(at -> it.redeem(at, "u" + at));
    it.offer(5L, null);
    it.refresh("o");

    it.reverse(3, "u3");

    assertThat(it.used()).isEqualTo(9);
    assertThat(it.redeem(100, "x")).isEqualTo(refused(100, Refusal.EXHAUSTED));
  }

  @Test
  void q49FullDiskAnswersServesReadsLosesNothingAndRecoversByItself() {
    it.offer(10L, null);
    it.redeem(1, "a");
    int shard = Shard.of("o", "a", 4);

    it.diskFull = true;
    Answer failed = it.redeem(2, "a");

    assertThat(failed).isEqualTo(new Answer.Unavailable(guid(2), Trouble.STORAGE));
    assertThat(it.shards.get(shard).core().redemption(guid(1))).isNotNull();
    assertThat(it.shards.get(shard).core().redemption(guid(2))).isNull();
    assertThat(it.shards.get(shard).writable()).isFalse();

    it.diskFull = false;
    it.pass(300);

    assertThat(done(it.redeem(2, "a"))).isTrue();
    assertThat(it.restarted().used()).isEqualTo(2);
  }

  @Test
  void q50AlternatingRateFlipsTheLabelAtMostOncePerTenSeconds() {
    it.offer("o", 1_000_000L, null, null, it.now + 10_000_000, true);
    long guid = 0;
    for (int second = 0; second < 20; second++) {
      for (int at = 0; at < (second % 2 == 0 ? 2_000 : 0); at++) {
        it.redeem(guid, "u" + guid++);
      }
      it.pass(1_000);
    }

    long spent = it.sum("o", OfferView::spent);
    assertThat(it.shards).allMatch(shard -> shard.core().offer("o").flips() <= 2);
    assertThat(it.sum("o", OfferView::slow)).isLessThanOrEqualTo(spent / 100);
  }

  @Test
  void q51TheCounterIsWhatTheLogSays() {
    it.offer(20L, null);
    IntStream.range(0, 10).forEach(at -> it.redeem(at, "u" + at));
    it.reverse(4, "u4");

    long fromLog =
        it.shards.stream()
            .flatMap(shard -> entries(shard).stream())
            .mapToLong(ChangeCasesTests::moves)
            .sum();

    assertThat(fromLog).isEqualTo(it.used()).isEqualTo(9);
  }

  @Test
  void lateConfirmationNeedsARightAgain() {
    it.offer(1L, null);
    it.reserve(1, "a", "x");
    it.pass(61_000);
    it.redeem(2, "b");

    assertThat(it.confirm(1, "a")).isEqualTo(refused(1, Refusal.EXPIRED));

    it.reverse(2, "b");
    it.pass(10);
    assertThat(done(it.confirm(1, "a"))).isTrue();
    assertThat(it.used()).isEqualTo(1);
  }

  @Test
  void idleRightsGoBackSoThatOthersMaySellThem() {
    it.offer(10_000L, null);
    it.redeem(1, "a");
    assertThat(it.idle()).isPositive();

    it.pass(11_000);

    assertThat(it.idle()).isZero();
    assertThat(it.authority.outUnits("o")).isEqualTo(1);
  }

  private static List<LogEntry> entries(ShardWriter shard) {
    var entries = new ArrayList<LogEntry>();
    entries.addAll(shard.reader().read(1, shard.committedSeq(), Integer.MAX_VALUE));
    return entries;
  }

  private static long moves(LogEntry entry) {
    boolean spends = entry.userId() != null;
    return spends ? entry.units() : entry.kind() == EntryKind.REVERSED ? -entry.units() : 0;
  }
}
