package dev.plaza.quota.shard;

/// The time by which one batch is decided.
///
/// @param wall epoch milliseconds, corrected to the authority's clock
/// @param mono milliseconds of a clock that never jumps
/// @param guard how far `wall` may be behind: the end of an offer comes forward by it
record Moment(long wall, long mono, long guard) {

  boolean started(OfferRules rules) {
    return wall >= rules.startsAt().toEpochMilli();
  }

  boolean ended(OfferRules rules) {
    return wall + guard >= rules.endsAt().toEpochMilli();
  }
}
