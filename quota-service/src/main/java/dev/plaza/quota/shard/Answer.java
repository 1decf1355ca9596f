package dev.plaza.quota.shard;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What became of a command.
public sealed interface Answer {

  UUID guid();

  /// It holds, and is written down: it survives the process (and, with `fsync`, the power).
  ///
  /// @param status what the first such command led to; the same again for each repetition
  /// @param current where the GUID stands now. It differs from `status` only in a repetition: a
  ///     reservation that was confirmed, reversed or has expired since is still answered
  ///     `RESERVED`, and this says that it is no longer
  /// @param remainingHint what was left when it was decided, as far as this shard knew; null when
  ///     the offer has no limit
  /// @param repeated whether this only repeats an earlier answer
  record Done(
      UUID guid,
      Status status,
      Status current,
      Path path,
      @Nullable Long remainingHint,
      boolean repeated)
      implements Answer {}

  /// A rule says no. Nothing changed.
  record Refused(UUID guid, Refusal reason) implements Answer {}

  /// No decision: try again (elsewhere, for [Trouble#STALE_EPOCH]).
  record Unavailable(UUID guid, Trouble trouble) implements Answer {}
}
