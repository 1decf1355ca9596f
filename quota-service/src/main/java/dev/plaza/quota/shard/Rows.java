package dev.plaza.quota.shard;

import java.util.Arrays;

/// Numbered rows of `long`s that keep their number and never move: chunks instead of one array, so
/// that growing copies nothing. Numbers of removed rows are given out again.
final class Rows {

  private static final int CHUNK_BITS = 8;
  private static final int CHUNK_ROWS = 1 << CHUNK_BITS;

  private final int width;
  private long[][] chunks = new long[4][];
  private int used;
  private int size;
  private int[] free = new int[16];
  private int freeCount;

  Rows(int width) {
    this.width = width;
  }

  int add() {
    size++;
    if (freeCount > 0) {
      return free[--freeCount];
    }
    int chunk = used >>> CHUNK_BITS;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunk * 2);
    }
    if ((used & CHUNK_ROWS - 1) == 0) {
      chunks[chunk] = new long[CHUNK_ROWS * width];
    }
    return used++;
  }

  void remove(int row) {
    Arrays.fill(chunks[row >>> CHUNK_BITS], at(row), at(row) + width, 0);
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = row;
    size--;
  }

  long get(int row, int column) {
    return chunks[row >>> CHUNK_BITS][at(row) + column];
  }

  void set(int row, int column, long value) {
    chunks[row >>> CHUNK_BITS][at(row) + column] = value;
  }

  private int at(int row) {
    return (row & CHUNK_ROWS - 1) * width;
  }

  /// Rows in use.
  int size() {
    return size;
  }

  /// One above the highest number ever given out.
  int end() {
    return used;
  }

  long bytes() {
    return 8L * width * CHUNK_ROWS * ((used + CHUNK_ROWS - 1L) >>> CHUNK_BITS) + 4L * free.length;
  }
}
