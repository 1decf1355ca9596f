package dev.plaza.quota.shard;

import static dev.plaza.quota.shard.Instance.done;
import static dev.plaza.quota.shard.Instance.guid;
import static dev.plaza.quota.shard.Instance.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Inputs that broke other systems, one test each; the number is the case's.
class CasesTests {

  private final Instance it = new Instance(4);

  @Test
  void q01LimitOfAThousandSellsAThousandThoughMoreComeOnce() {
    it.offer(1000L, null);

    long sold = IntStream.range(0, 1300).filter(at -> done(it.redeem(at, "u" + at))).count();

    assertThat(sold).isEqualTo(1000);
    assertThat(it.redeem(9999, "late")).isEqualTo(refused(9999, Refusal.EXHAUSTED));
  }

  @Test
  void q02OneUnitOneBuyer() {
    it.offer(1L, null);

    assertThat(IntStream.range(0, 50).filter(at -> done(it.redeem(at, "u" + at))).count())
        .isEqualTo(1);
  }

  @Test
  void q06TwoOrdersCountTwice() {
    it.offer(10L, null);
    it.redeem(1, "a");
    it.redeem(2, "b");

    assertThat(it.used()).isEqualTo(2);
  }

  @Test
  void q07UnlimitedOfferNeverWaitsForTheAuthority() {
    it.offer(null, 1L);
    it.authorityDown = true;

    assertThat(it.redeem(1, "a")).isInstanceOf(Answer.Done.class);
    assertThat(it.redeem(2, "a")).isEqualTo(refused(2, Refusal.USER_LIMIT));
  }

  @Test
  void q09SecondUseByTheSamePersonIsRefused() {
    it.offer(100L, 1L);

    assertThat(done(it.redeem(1, "a"))).isTrue();
    assertThat(it.redeem(2, "a")).isEqualTo(refused(2, Refusal.USER_LIMIT));
    assertThat(done(it.redeem(3, "b"))).isTrue();
  }

  @Test
  void q13OwnHoldNeverBlocksItself() {
    it.offer(1L, 1L);

    assertThat(done(it.reserve(1, "a", "order"))).isTrue();
    assertThat(done(it.confirm(1, "a"))).isTrue();
  }

  @Test
  void q14NewHoldForTheSameOrderReplacesTheOldOne() {
    it.offer(1L, 1L);
    it.reserve(1, "a", "order");

    assertThat(done(it.reserve(2, "a", "order"))).isTrue();
    assertThat(it.used()).isEqualTo(1);
    assertThat(it.confirm(1, "a")).isEqualTo(refused(1, Refusal.CANCELLED));
    assertThat(done(it.confirm(2, "a"))).isTrue();
  }

  @Test
  void q14HoldForAnotherOrderIsRefused() {
    it.offer(5L, 1L);
    it.reserve(1, "a", "order");

    assertThat(it.reserve(2, "a", "other")).isEqualTo(refused(2, Refusal.USER_LIMIT));
  }

  @Test
  void q15RetryUnderTheSameGuidFindsItsHold() {
    it.offer(1L, 1L);
    Answer first = it.reserve(1, "a", "order");

    Answer.Done again = (Answer.Done) it.reserve(1, "a", "order");

    assertThat(again.status()).isEqualTo(((Answer.Done) first).status());
    assertThat(again.repeated()).isTrue();
    assertThat(it.used()).isEqualTo(1);
  }

  @Test
  void q17CancellingGivesBackOne() {
    it.offer(1L, null);
    it.redeem(1, "a");

    it.reverse(1, "a");

    assertThat(done(it.redeem(2, "b"))).isTrue();
    assertThat(it.used()).isEqualTo(1);
  }

  @Test
  void q18CancellingTwiceGivesBackOnce() {
    it.offer(1L, null);
    it.redeem(1, "a");
    Answer.Done first = (Answer.Done) it.reverse(1, "a");

    Answer.Done second = (Answer.Done) it.reverse(1, "a");

    assertThat(second.status()).isEqualTo(first.status());
    assertThat(it.used()).isZero();
    assertThat(done(it.redeem(2, "b"))).isTrue();
    assertThat(it.redeem(3, "c")).isEqualTo(refused(3, Refusal.EXHAUSTED));
  }

  @Test
  void q19NullLimitStaysNull() {
    it.offer(null, null);
    it.redeem(1, "a");
    it.reverse(1, "a");
    it.reverse(2, "b");

    assertThat(((Answer.Done) it.redeem(3, "c")).remainingHint()).isNull();
    assertThat(it.used()).isEqualTo(1);
  }

  @Test
  void q21AbandonedHoldComesBackWithinItsTtlAndASecond() {
    it.offer(1L, null);
    it.reserve(1, "a", "order");
    assertThat(it.redeem(2, "b")).isEqualTo(refused(2, Refusal.EXHAUSTED));

    it.pass(61_000);

    assertThat(it.used()).isZero();
    assertThat(done(it.redeem(3, "c"))).isTrue();
  }

  @Test
  void q22OneLeftTwoOrdersNeverBelowZero() {
    it.offer(1L, null);

    assertThat(done(it.reserve(1, "a", "x"))).isTrue();
    assertThat(done(it.reserve(2, "b", "y"))).isFalse();
    assertThat(it.idle()).isZero();
  }

  @Test
  void q23RepeatedClickTakesNothing() {
    it.offer(2L, null);
    for (int click = 0; click < 10; click++) {
      it.redeem(1, "a");
    }

    assertThat(done(it.redeem(2, "b"))).isTrue();
    assertThat(it.used()).isEqualTo(2);
  }

  @Test
  void q25And26RetryAfterACrashGetsTheSameSuccess() {
    it.offer(1L, null);
    Answer.Done first = (Answer.Done) it.redeem(1, "a");

    Answer.Done again = (Answer.Done) it.restarted().redeem(1, "a");

    assertThat(again.status()).isEqualTo(first.status());
    assertThat(again.remainingHint()).isEqualTo(first.remainingHint());
    assertThat(again.path()).isEqualTo(first.path());
  }

  @Test
  void q27FailureOfOneGuidIsNobodyElses() {
    it.offer(10L, 1L);
    it.redeem(1, "a");
    it.redeem(2, "a");

    assertThat(done(it.redeem(3, "b"))).isTrue();
  }

  @Test
  void q30SameGuidOtherContentIsRefusedAndTheFirstStands() {
    it.offer(10L, null);
    it.redeem(1, "a");
    var other = Command.Spend.redeem(guid(1), "o", "a", "order-1", 2, 0);

    assertThat(it.send(other)).isEqualTo(refused(1, Refusal.GUID_REUSED));
    assertThat(((Answer.Done) it.redeem(1, "a")).repeated()).isTrue();
  }

  @Test
  void q30SameGuidForAnotherPersonIsRefusedOnAnotherShardToo() {
    it.offer(10L, null);
    it.redeem(1, "a");

    for (String other : List.of("b", "c", "d", "e", "f")) {
      assertThat(it.send(Instance.redemption(1, other, 0)))
          .isEqualTo(refused(1, Refusal.GUID_REUSED));
    }
    assertThat(it.used()).isEqualTo(1);
  }

  @Test
  void q31SameGuidTwiceInOneBatchIsOneRedemption() {
    it.offer(5L, null);
    Command click = Instance.redemption(1, "a", 0);

    List<Answer> answers = it.sendAll(Shard.of("o", "a", 4), List.of(click, click));

    assertThat(answers).allMatch(Instance::done);
    assertThat(it.used()).isEqualTo(1);
  }

  @Test
  void q33RefusalsDoNotStick() {
    it.offer(0L, null);
    assertThat(it.redeem(1, "a")).isEqualTo(refused(1, Refusal.EXHAUSTED));

    it.offer(1L, null);
    it.refresh("o");

    assertThat(done(it.redeem(1, "a"))).isTrue();
  }

  @Test
  void q38BudgetIsNeverCrossedByALargeDiscount() {
    it.offer("o", null, 1000L, null, it.now + 1_000_000, true);

    assertThat(done(it.send(Instance.redemption(1, "a", 900)))).isTrue();
    assertThat(it.send(Instance.redemption(2, "b", 101))).isEqualTo(refused(2, Refusal.BUDGET));
    assertThat(done(it.send(Instance.redemption(3, "c", 100)))).isTrue();
    assertThat(it.sum("o", OfferView::confirmedAmount)).isEqualTo(1000);
  }

  @Test
  void q39UnitsOfTheLimitAreExplicit() {
    it.offer(3L, null);

    assertThat(done(it.send(Command.Spend.redeem(guid(1), "o", "a", "x", 2, 0)))).isTrue();
    assertThat(it.send(Command.Spend.redeem(guid(2), "o", "b", "y", 2, 0)))
        .isEqualTo(refused(2, Refusal.EXHAUSTED));
    assertThat(done(it.send(Command.Spend.redeem(guid(3), "o", "c", "z", 1, 0)))).isTrue();
  }
}
