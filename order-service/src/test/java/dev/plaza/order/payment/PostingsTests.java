package dev.plaza.order.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.order.payment.Postings.Posting;
import dev.plaza.order.payment.Postings.Shares;
import dev.plaza.order.saga.Liable;
import dev.plaza.order.saga.Movement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PostingsTests {

  private static final Shares SHARES = new Shares(1_500, 400, 200);

  @Test
  void aHoldIsReservedAndComesBack() {
    assertThat(Postings.of(new Movement.Held(1, 2_000), SHARES))
        .containsExactly(
            new Posting(Postings.HOLD, 2_000), new Posting(Postings.HOLD_CUSTOMER, -2_000));
    assertThat(Postings.of(new Movement.Released(1, 2_000), SHARES))
        .containsExactly(
            new Posting(Postings.HOLD, -2_000), new Posting(Postings.HOLD_CUSTOMER, 2_000));
  }

  @Test
  void whatIsTakenIsShared() {
    assertThat(Postings.of(new Movement.Taken(1, 2_100, 2_000), SHARES))
        .containsExactly(
            new Posting(Postings.HOLD, -2_100),
            new Posting(Postings.HOLD_CUSTOMER, 2_100),
            new Posting(Postings.CLEARING, 2_000),
            new Posting(Postings.RESTAURANT, -1_500),
            new Posting(Postings.COURIER, -400),
            new Posting(Postings.PLATFORM, -100));
  }

  @Test
  void littleIsSharedInOrder() {
    assertThat(Postings.of(new Movement.Taken(1, 0, 1_600), SHARES))
        .containsExactly(
            new Posting(Postings.CLEARING, 1_600),
            new Posting(Postings.RESTAURANT, -1_500),
            new Posting(Postings.COURIER, -100));
  }

  @Test
  void aRefundIsBorneByWhomeverIsLiable() {
    assertThat(Postings.of(new Movement.GivenBack("r", 5_800, Liable.RESTAURANT), SHARES))
        .containsExactly(
            new Posting(Postings.RESTAURANT, 5_800), new Posting(Postings.CLEARING, -5_800));
  }

  @Test
  void whateverMovesSumsToZero() {
    var random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long amount = random.nextLong(1_000_000);
      var shares =
          new Shares(
              random.nextLong(2_000_000), random.nextLong(2_000_000), random.nextLong(2_000_000));
      var all = new ArrayList<Posting>();
      for (var it :
          List.of(
              new Movement.Held(1, amount),
              new Movement.Released(1, amount),
              new Movement.Taken(1, random.nextBoolean() ? 0 : amount + 1, amount),
              new Movement.GivenBack("r", amount, Liable.values()[random.nextInt(3)]))) {
        all.addAll(Postings.of(it, shares));
      }
      assertThat(all.stream().mapToLong(Posting::amount).sum()).isZero();
      assertThat(all).allSatisfy(it -> assertThat(it.amount()).isNotZero());
    }
  }
}
