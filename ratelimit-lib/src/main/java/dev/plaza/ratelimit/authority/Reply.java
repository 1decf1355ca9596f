package dev.plaza.ratelimit.authority;

import java.util.List;

/// Answers to the demands of a group, in their order.
///
/// @param nowMicros the authority's time
public record Reply(long nowMicros, List<Line> lines) {

  public Reply {
    lines = List.copyOf(lines);
  }

  /// @param granted tokens that are debited now and belong to the node
  /// @param remaining tokens left at the authority
  /// @param retryMicros from the authority's now until `need` can be met; -1 never
  /// @param fullMicros from the authority's now until the bucket is full, or the span over
  /// @param share the region's share in ten-thousandths, or -1
  public record Line(
      Verdict verdict,
      long granted,
      long remaining,
      long retryMicros,
      long fullMicros,
      int share) {}
}
