package dev.plaza.notify.delivery;

import java.util.Arrays;

/// Where a delivery stands. Reports move it forward only, by `rank`.
public enum DeliveryState {
  /// Waits for its time.
  QUEUED(0, true),
  /// Its attempt is under way.
  CLAIMED(1, true),
  /// No answer came: possibly delivered, never sent again on a guess.
  UNKNOWN(1, false),
  /// Failed too often; ops may replay it.
  DEAD(1, false),
  /// A provider took it over, or it is in the inbox.
  SENT(2, false),
  DELIVERED(3, false),
  /// Refused for good.
  FAILED(4, false),
  /// Refused for good because of its address.
  BOUNCED(4, false),
  COMPLAINED(5, false),
  /// A decision kept it back; its reason says which.
  SKIPPED(9, false),
  EXPIRED(9, false),
  CANCELLED(9, false),
  /// Part of a digest, which is a delivery of its own.
  DIGESTED(9, false);

  private final int rank;
  private final boolean open;

  DeliveryState(int rank, boolean open) {
    this.rank = rank;
    this.open = open;
  }

  /// Whether something will still happen to it by itself.
  boolean isOpen() {
    return open;
  }

  /// The states a report of this one may replace.
  String[] below() {
    return Arrays.stream(values())
        .filter(it -> it.rank < rank && it.rank > 0)
        .map(Enum::name)
        .toArray(String[]::new);
  }
}
