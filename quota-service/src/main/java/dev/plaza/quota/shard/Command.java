package dev.plaza.quota.shard;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a shard is asked to do. Every command carries the GUID it is about and may be repeated.
public sealed interface Command {

  /// The most units one command may ask for.
  long UNITS_MAX = 1_000_000;

  /// The longest text an offer, user or order id may have.
  int TEXT_MAX = 128;

  UUID guid();

  /// Spends rights.
  ///
  /// @param userId canonical id of the person (one person, one id: the service's rule)
  /// @param orderId what it is for; a new spend of the same person for the same order replaces the
  ///     open hold of the earlier one
  /// @param units how much of the limit it uses, 1 to [#UNITS_MAX]
  /// @param amount how much of the money budget it uses, minor units of the budget's currency; 0
  ///     where the offer has no budget
  /// @param hold how long a reservation lives; zero for [Mode#REDEEM]
  record Spend(
      UUID guid,
      String offerId,
      String userId,
      String orderId,
      long units,
      long amount,
      Mode mode,
      Duration hold)
      implements Command {

    public Spend {
      if (units < 1 || units > UNITS_MAX) {
        throw new IllegalArgumentException("units must be 1 to " + UNITS_MAX);
      }
      for (String it : List.of(offerId, userId, orderId)) {
        if (it.isEmpty() || it.length() > TEXT_MAX) {
          throw new IllegalArgumentException("an id has 1 to " + TEXT_MAX + " characters");
        }
      }
      if (amount < 0) {
        throw new IllegalArgumentException("amount must not be negative");
      }
      if (hold.isNegative() || hold.isZero() != (mode == Mode.REDEEM)) {
        throw new IllegalArgumentException("a reservation needs a hold, a redemption none");
      }
    }

    /// Redeems at once.
    public static Spend redeem(
        UUID guid, String offerId, String userId, String orderId, long units, long amount) {
      return new Spend(guid, offerId, userId, orderId, units, amount, Mode.REDEEM, Duration.ZERO);
    }
  }

  /// Makes a reservation final.
  ///
  /// @param amount how much of the money is used in the end, at most what was reserved: the rest is
  ///     free again; null for all of it
  record Confirm(UUID guid, @Nullable Long amount) implements Command {

    public Confirm {
      if (amount != null && amount < 0) {
        throw new IllegalArgumentException("amount must not be negative");
      }
    }

    /// Confirms all that was reserved.
    public Confirm(UUID guid) {
      this(guid, null);
    }
  }

  /// Takes it back, whatever it is: a hold is cancelled, a redemption reversed. An unknown GUID is
  /// marked, so that a late reservation or redemption under it is refused. A service that does not
  /// know the GUID's shard sends this to every shard: the one that knows it reverses, the others
  /// mark it.
  record Reverse(UUID guid) implements Command {}

  /// The offer a command is sent for, where it says so.
  default @Nullable String offer() {
    return this instanceof Spend spend ? spend.offerId() : null;
  }
}
