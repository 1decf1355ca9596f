package dev.plaza.quota.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// Where logs lie: named byte sequences that only grow, until they are deleted. Files in
/// production ([FileStorage]); memory with made-up faults in the simulator. Names are relative
/// paths with `/`.
public interface Storage {

  /// Names below a folder (itself not ending in `/`), sorted; empty when there is none.
  List<String> list(String folder) throws IOException;

  /// Creates one for writing; fails when it is there already. Folders come into being as needed.
  Appender create(String name) throws IOException;

  /// Opens one for reading. It may still be growing.
  Source open(String name) throws IOException;

  /// Gives one its final name, for all to see and surviving a loss of power: wholly or not at all.
  void publish(String draft, String name) throws IOException;

  /// Makes all that was ever appended to one survive a loss of power.
  void force(String name) throws IOException;

  /// Deletes one, if it is there.
  void delete(String name) throws IOException;

  /// Appends to one sequence.
  interface Appender extends Closeable {

    /// Appends all of it. After a failure an unknown part of it may be there.
    void append(ByteBuffer bytes) throws IOException;

    /// Makes what was appended survive a loss of power.
    void force() throws IOException;
  }

  /// Reads one sequence at any place.
  interface Source extends Closeable {

    long size() throws IOException;

    /// Fills the buffer from a place on, or up to the end; returns how many bytes were read.
    int read(ByteBuffer into, long position) throws IOException;
  }
}
