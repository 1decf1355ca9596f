package dev.plaza.quota.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.quota.log.Ident;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FingerprintTests {

  /// Of the reservation below, in a log of before the hold's length was part of it.
  private static final long OLD = 7103434232627122402L;

  private static final UUID GUID = new UUID(1, 2);

  private static Command.Spend reserve(long units, int holdSeconds) {
    return new Command.Spend(
        GUID, "OFFER", "alice", "o1", units, 0, Mode.RESERVE, Duration.ofSeconds(holdSeconds));
  }

  private static boolean matches(long known, Command.Spend it) {
    return Fingerprint.matches(known, it, purpose(it));
  }

  private static Holds.Purpose purpose(Command.Spend it) {
    return new Holds.Purpose(3, Ident.of(it.userId()), Ident.of(it.orderId()));
  }

  @Test
  void aHoldOfAnotherLengthIsAnotherThing() {
    long known = Fingerprint.of(reserve(1, 600), purpose(reserve(1, 600)));

    assertThat(matches(known, reserve(1, 600))).isTrue();
    assertThat(matches(known, reserve(1, 900))).isFalse();
    assertThat(matches(known, reserve(2, 600))).isFalse();
  }

  @Test
  void whatAnOlderVersionWroteIsKnownAgain() {
    assertThat(matches(OLD, reserve(1, 600))).isTrue();
    assertThat(matches(OLD, reserve(2, 600))).isFalse();
  }
}
