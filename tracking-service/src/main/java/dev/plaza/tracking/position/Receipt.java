package dev.plaza.tracking.position;

import java.util.List;

/// How many positions were taken, and which were not.
record Receipt(int accepted, List<Refusal> refused) {

  /// @param index place in the batch
  record Refusal(int index, String code) {}
}
