package dev.plaza.ratelimit.authority;

import org.jspecify.annotations.Nullable;

/// What a node asks of one bucket.
///
/// @param key where the authority keeps the bucket
/// @param tag buckets with the same tag lie together and can be decided together
/// @param ledger where the region's share of this bucket is kept, if it is shared out
/// @param need without so many tokens the answer is no, and nothing in the group is charged
/// @param want how many to grant if there are as many
/// @param most how many to grant if there are plenty: up to a sixteenth of what is left
/// @param settle tokens spent while the authority did not answer: charged whatever the answer
/// @param giveBack tokens debited before and not spent
public record Demand(
    String key,
    int tag,
    @Nullable String ledger,
    Terms terms,
    long need,
    long want,
    long most,
    long settle,
    long giveBack) {

  /// A lease beyond the demand of the moment is at most this part of what is left, so that it
  /// tapers off as the bucket empties.
  static final int PLENTY = 16;

  long granted(long available) {
    return Math.min(available, Math.max(want, Math.min(most, available / PLENTY)));
  }

  public static Demand of(String key, int tag, Terms terms, long need, long want) {
    return new Demand(key, tag, null, terms, need, want, 0, 0, 0);
  }
}
