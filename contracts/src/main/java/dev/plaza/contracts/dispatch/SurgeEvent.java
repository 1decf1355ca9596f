package dev.plaza.contracts.dispatch;

import java.time.Instant;

/// The surge level of a cell changed (`ce_type` `dispatch.surge.changed`).
///
/// Topic `dispatch.surge.v1`, key `cell`.
///
/// @param cell H3 cell at resolution 7, hexadecimal
/// @param level 0 (none) to 5
/// @param feeMultiplierPercent what the delivery fee is multiplied by, percent: 100 is no surge,
///     never above 200
/// @param validUntil without a newer event the level is 0 from this moment on
public record SurgeEvent(
    String cell, int level, int feeMultiplierPercent, Instant validUntil, Instant at) {

  public static final String CHANGED = "dispatch.surge.changed";
}
