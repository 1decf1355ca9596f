package dev.plaza.quota.shard;

import static dev.plaza.quota.shard.Instance.done;
import static dev.plaza.quota.shard.Instance.guid;
import static dev.plaza.quota.shard.Instance.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What the next owner of a shard knows: all that the former one did, from snapshots and the rest
/// of the log.
class RestartTests {

  private Instance it = new Instance(Instance.eager(2));

  @Test
  void knowsEveryGuidAndRightThoughTheLogIsGone() {
    it.offer(10_000L, 5L);
    for (int at = 0; at < 600; at++) {
      String user = "u" + at % 200;
      it.reserve(at, user, "order-" + at);
      switch (at % 4) {
        case 0 -> it.confirm(at, user);
        case 1 -> it.reverse(at, user);
        default -> it.pass(1);
      }
      it.forgetShipped();
    }
    List<RedemptionView> before = views();
    List<OfferView> offers = offers();
    assertThat(it.storage.names()).as("the log's begin is gone").noneMatch(this::isFirstSegment);

    it = it.restarted();

    assertThat(views()).isEqualTo(before);
    assertThat(offers())
        .usingRecursiveComparison()
        .comparingOnlyFields(
            "confirmed", "held", "idle", "grantedUnits", "returnedUnits", "leaseNo", "version")
        .isEqualTo(offers);
  }

  @Test
  void answersRepetitionsAndRefusesReuseAsBefore() {
    it.offer(10_000L, 1L);
    sellAndForget(300);
    Answer first = it.redeem(9_000, "zoe");

    it = it.restarted();

    assertThat(done(first)).isTrue();
    assertThat(it.redeem(9_000, "zoe")).isInstanceOf(Answer.Done.class);
    assertThat(it.redeem(7, "u7")).isInstanceOf(Answer.Done.class);
    assertThat(it.redeem(9_001, "u7")).isEqualTo(refused(9_001, Refusal.USER_LIMIT));
    String other = "u7-of-another-name";
    assertThat(it.sendTo(Shard.of("o", "u7", 2), Instance.redemption(7, other, 0)))
        .isEqualTo(refused(7, Refusal.GUID_REUSED));
  }

  @Test
  void letsHoldsRunOutThatWereTakenBeforeTheSnapshot() {
    it.offer(10_000L, null);
    it.reserve(9_000, "zoe", "order");
    sellAndForget(300);

    it = it.restarted();
    it.pass(61_000);

    assertThat(view(9_000, "zoe").status()).isEqualTo(Status.EXPIRED);
    assertThat(it.used()).isEqualTo(300);
  }

  @Test
  void whatChangesAfterwardsIsNotInTheImage() {
    it.offer(10_000L, null);
    sellAndForget(300);
    LedgerImage image = it.shards.getFirst().core().image();
    List<Long> guids = words(image.guids());

    for (int at = 0; at < 300; at++) {
      it.reverse(at, "u" + at);
    }

    assertThat(words(image.guids())).isEqualTo(guids);
    assertThat(it.used()).isZero();
  }

  @Test
  void refusesToOpenWhenNeitherSnapshotsNorLogAreWhole() {
    it.offer(10_000L, null);
    sellAndForget(600);
    it.storage.names().stream()
        .filter(name -> name.endsWith(".state"))
        .forEach(name -> it.storage.file(name).cut(20));

    it = it.restarted();

    assertThat(it.shards.getFirst().failure()).contains("no usable snapshot");
    assertThat(it.redeem(9_000, "zoe"))
        .isEqualTo(new Answer.Unavailable(guid(9_000), Trouble.STORAGE));
  }

  /// Neither rate nor rights are lost: nobody waits, and what is asked for is as much as before.
  @Test
  void theFastPathIsBackAtOnce() {
    it.offer(1_000_000L, null);
    for (int at = 0; at < 4_000; at++) {
      it.redeem(at, "u" + at);
      it.now += 1;
    }
    double rate = it.offerView().ratePerSecond();
    it.now += 500;

    it = it.restarted();

    assertThat(it.offerView().ratePerSecond()).isBetween(0.5 * rate, rate);
    assertThat(it.offerView().path()).isEqualTo(Path.FAST);
    for (int at = 5_000; at < 6_000; at++) {
      it.redeem(at, "u" + at);
    }
    assertThat(it.sum("o", OfferView::waited)).isLessThanOrEqualTo(2);
  }

  @Test
  void aRateOfLongAgoIsNotBelieved() {
    it.offer(1_000_000L, null);
    sellAndForget(500);
    it.now += 60_000;

    it = it.restarted();

    assertThat(it.offerView().ratePerSecond()).isCloseTo(0, within(0.1));
  }

  @Test
  void anOfferAtRiskStaysSlow() {
    it.offer(60L, null);
    LongStream.range(0, 50).forEach(at -> it.redeem(at, "u" + at));
    assertThat(it.offerView().path()).isEqualTo(Path.SLOW);

    it = it.restarted();

    assertThat(it.offerView().path()).isEqualTo(Path.SLOW);
  }

  private static List<Long> words(Rows.Image of) {
    return LongStream.range(0, 100 * 6)
        .map(at -> of.get((int) at / 6, (int) at % 6))
        .boxed()
        .toList();
  }

  private void sellAndForget(int count) {
    for (int at = 0; at < count; at++) {
      it.redeem(at, "u" + at);
      it.forgetShipped();
    }
  }

  private List<RedemptionView> views() {
    return LongStream.range(0, 600).mapToObj(at -> view(at, "u" + at % 200)).toList();
  }

  private RedemptionView view(long guid, String user) {
    return it.shards.get(Shard.of("o", user, 2)).core().redemption(guid(guid));
  }

  private List<OfferView> offers() {
    return it.shards.stream().flatMap(shard -> shard.core().offers().stream()).toList();
  }

  private boolean isFirstSegment(String name) {
    return name.endsWith("epoch-0000000001/segment-00000001.log");
  }
}
