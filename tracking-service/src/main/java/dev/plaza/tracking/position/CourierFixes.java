package dev.plaza.tracking.position;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fixes of one courier that were written together.
///
/// @param previous where the marker was before; null when that is not known
/// @param advancing those newer than `previous`, ascending by `ts`; never empty
/// @param moved whether the last of them moved the marker
public record CourierFixes(
    String courierId, @Nullable Fix previous, List<Fix> advancing, boolean moved) {

  public Fix newest() {
    return advancing.getLast();
  }
}
