package dev.plaza.quota.log;

import java.io.IOException;

/// What the records of a log add up to.
public interface LogState {

  /// Takes over what a snapshot holds, as it was written. Called before any record, if at all.
  void restore(StateInput snapshot) throws IOException;

  /// Takes in the next record.
  void apply(LogRecord record);
}
