package dev.plaza.quota.log;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One record of a shard's log, as readers get it.
///
/// `(shard, seq)` is dense and unique over all epochs: what a stale owner wrote past its
/// successor's seal never appears. Which fields are there depends on the kind:
///  - `RESERVED`, and `CONFIRMED` of a redemption in one step: all of them;
///  - other kinds of a GUID: guid, offer, units, amount (of the earlier record), no user and
///    order; a GUID reversed before it was known has no offer and units 0;
///  - `GRANT`, `RETURN`: offer, units, amount; `OFFER`: offer, and the rules in `text`.
///
/// @param userId with a `RESERVED` or one-step `CONFIRMED` record
/// @param units how much of the limit this record moves; never negative, the kind says which way
/// @param flags bit 0: decided on the slow path; bit 1: begun as a reservation; bit 2: a
///     confirmation after the hold had expired, which took a new right; bit 3: see [#LINKED]
/// @param value by kind, see [EntryKind]
/// @param value2 by kind, see [EntryKind]
/// @param text by kind: the rules in `OFFER`
public record LogEntry(
    int shard,
    long epoch,
    long seq,
    Instant at,
    EntryKind kind,
    @Nullable UUID guid,
    @Nullable String offerId,
    @Nullable String userId,
    @Nullable String orderId,
    long units,
    long amount,
    int flags,
    long value,
    long value2,
    @Nullable String text) {

  public static final int SLOW = 1;
  public static final int RESERVATION = 2;
  public static final int AGAIN = 4;

  /// Counts only together with the record after it (an old hold and what replaces it).
  public static final int LINKED = 8;
}
