package dev.plaza.catalog.restaurant;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What delivery from a restaurant means, in general or to a place.
///
/// @param fee expected; null: depends on where to
/// @param etaMin minutes; null: depends on where to
/// @param deliversHere null: nobody said where "here" is
public record Offer(
    @Nullable Money fee,
    @Nullable Integer etaMin,
    @Nullable Integer etaMax,
    Money minimumOrder,
    @Nullable Integer radiusM,
    @Nullable Map<String, Object> area,
    @Nullable Boolean deliversHere) {}
