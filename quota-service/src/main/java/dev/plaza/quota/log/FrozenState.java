package dev.plaza.quota.log;

import java.io.IOException;

/// A state that does not change any more, to be kept in a snapshot.
public interface FrozenState {

  /// Writes all of it, in the order in which [LogState#restore] reads it.
  void write(StateOutput into) throws IOException;
}
