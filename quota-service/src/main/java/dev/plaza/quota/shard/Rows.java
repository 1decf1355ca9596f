package dev.plaza.quota.shard;

import dev.plaza.quota.log.StateInput;
import dev.plaza.quota.log.StateOutput;
import java.io.IOException;
import java.util.Arrays;

/// Numbered rows of `long`s that keep their number and never move: chunks instead of one array, so
/// that growing copies nothing. Numbers of removed rows are given out again.
final class Rows {

  private static final int CHUNK_BITS = 8;
  private static final int CHUNK_ROWS = 1 << CHUNK_BITS;

  private final int width;
  private long[][] chunks = new long[4][];

  /// Chunks that an image may have as well.
  private boolean[] shared = new boolean[4];

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
      shared = Arrays.copyOf(shared, chunk * 2);
    }
    if ((used & CHUNK_ROWS - 1) == 0) {
      chunks[chunk] = new long[CHUNK_ROWS * width];
    }
    return used++;
  }

  void remove(int row) {
    Arrays.fill(own(row >>> CHUNK_BITS), at(row), at(row) + width, 0);
    free(row);
    size--;
  }

  private void free(int row) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = row;
  }

  long get(int row, int column) {
    return chunks[row >>> CHUNK_BITS][at(row) + column];
  }

  void set(int row, int column, long value) {
    own(row >>> CHUNK_BITS)[at(row) + column] = value;
  }

  /// A chunk that may be written.
  private long[] own(int chunk) {
    if (shared[chunk]) {
      chunks[chunk] = chunks[chunk].clone();
      shared[chunk] = false;
    }
    return chunks[chunk];
  }

  /// The rows as they are now, whatever becomes of them.
  Image image() {
    int count = (used + CHUNK_ROWS - 1) >>> CHUNK_BITS;
    Arrays.fill(shared, 0, count, true);
    return new Image(Arrays.copyOf(chunks, count), used, width);
  }

  static final class Image {

    private final long[][] chunks;
    private final int used;
    private final int width;

    private Image(long[][] chunks, int used, int width) {
      this.chunks = chunks;
      this.used = used;
      this.width = width;
    }

    long get(int row, int column) {
      return chunks[row >>> CHUNK_BITS][(row & CHUNK_ROWS - 1) * width + column];
    }

    void write(StateOutput into) throws IOException {
      into.number(used);
      for (int row = 0; row < used; row += CHUNK_ROWS) {
        into.numbers(chunks[row >>> CHUNK_BITS], Math.min(used - row, CHUNK_ROWS) * width);
      }
    }
  }

  /// Takes over what an image wrote; these rows are empty before.
  void restore(StateInput from) throws IOException {
    int count = (int) from.number();
    for (int row = 0; row < count; row++) {
      add();
      if ((row & CHUNK_ROWS - 1) == 0) {
        from.numbers(chunks[row >>> CHUNK_BITS], Math.min(count - row, CHUNK_ROWS) * width);
      }
    }
    for (int row = count - 1; row >= 0; row--) {
      if (isFree(row)) {
        free(row);
        size--;
      }
    }
  }

  private boolean isFree(int row) {
    long bits = 0;
    for (int column = 0; column < width; column++) {
      bits |= get(row, column);
    }
    return bits == 0;
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
