package dev.plaza.quota.shard;

import static dev.plaza.quota.shard.Instance.done;
import static dev.plaza.quota.shard.Instance.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A right that comes free is found at every other shard by whoever has seen that it came free:
/// "exhausted" is true when it is said.
class FreedRightsTests {

  private static final int SHARDS = 8;

  /// Longer than it takes until the authority is told of what was spent anyway.
  private static final long TOLD_MILLIS = 3_000;

  private final Instance it = new Instance(SHARDS);
  private final String seller = userAt(0);
  private final String buyer = userAt(1);

  private static String userAt(int shard) {
    return IntStream.range(0, 1_000)
        .mapToObj(at -> "user-" + at)
        .filter(user -> Shard.of("o", user, SHARDS) == shard)
        .findFirst()
        .orElseThrow();
  }

  @BeforeEach
  void oneIsSold() {
    it.offer(1L, null);
  }

  private void assertTheOtherShardSellsItAtOnce(long guid) {
    long before = it.now;
    assertThat(done(it.redeem(guid, buyer))).isTrue();
    assertThat(it.now).as("no time passed").isEqualTo(before);
    assertThat(it.used()).isEqualTo(1);
  }

  @Test
  void aReversedRedemption() {
    it.redeem(1, seller);
    it.pass(TOLD_MILLIS);
    assertThat(it.redeem(2, buyer)).isEqualTo(refused(2, Refusal.EXHAUSTED));

    it.reverse(1, seller);

    assertTheOtherShardSellsItAtOnce(2);
  }

  @Test
  void aCancelledHold() {
    it.reserve(1, seller, "order");
    it.pass(TOLD_MILLIS);

    it.reverse(1, seller);

    assertTheOtherShardSellsItAtOnce(2);
  }

  @Test
  void aHoldThatRanOut() {
    it.reserve(1, seller, "order");
    it.pass(TOLD_MILLIS);
    assertThat(it.redeem(2, buyer)).isEqualTo(refused(2, Refusal.EXHAUSTED));

    it.pass(60_000);

    assertTheOtherShardSellsItAtOnce(2);
  }

  @Test
  void aReversalWaitsForAnAuthorityThatDoesNotAnswerButNotForLong() {
    it.redeem(1, seller);
    it.pass(TOLD_MILLIS);
    it.authorityDown = true;
    long before = it.now;

    assertThat(done(it.reverse(1, seller))).isTrue();

    assertThat(it.now - before).isLessThanOrEqualTo(200);
    it.authorityDown = false;
    it.pass(1_000);
    assertTheOtherShardSellsItAtOnce(2);
  }

  @Test
  void whatAConfirmationLeavesOfTheMoney() {
    it.offer("o", null, 100L, null, it.now + 3_600_000, true);
    var wish = Instance.reservation(1, seller, "order");
    it.send(
        new Command.Spend(wish.guid(), "o", seller, "order", 1, 100, Mode.RESERVE, wish.hold()));
    it.pass(TOLD_MILLIS);

    it.sendTo(0, new Command.Confirm(wish.guid(), 60L));

    long before = it.now;
    assertThat(done(it.send(Instance.redemption(2, buyer, 40)))).isTrue();
    assertThat(it.now).as("no time passed").isEqualTo(before);
    Instance next = it.restarted();
    assertThat(next.sum("o", view -> view.confirmedAmount() + view.heldAmount())).isEqualTo(100);
    assertThat(next.send(Instance.redemption(3, seller, 1))).isEqualTo(refused(3, Refusal.BUDGET));
  }

  /// What the authority was told before a crash is more than what the next owner finds.
  @Test
  void aReversalRightAfterARestart() {
    it.redeem(1, seller);
    it.pass(TOLD_MILLIS);
    Instance next = it.restarted();

    assertThat(done(next.reverse(1, seller))).isTrue();

    assertThat(done(next.redeem(2, buyer))).isTrue();
    assertThat(next.used()).isEqualTo(1);
  }
}
