package dev.plaza.catalog.places;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of a file.
///
/// @param refused the first of them; `refusedCount` is all
/// @param hoursUnreadable places taken in whose hours are unknown although the file has some
record ImportReport(
    int imported,
    int updated,
    int refusedCount,
    List<Refusal> refused,
    int hoursUnreadable,
    @Nullable String attribution) {

  /// @param index of the feature in the file, from 0
  record Refusal(int index, @Nullable String id, String reason, String detail) {}
}
