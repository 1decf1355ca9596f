package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/// Reads the records of one segment in order. [#next] steps to a record; false means that no valid
/// record with the expected sequence follows (yet).
final class SegmentScan implements AutoCloseable {

  private static final int BUFFER_BYTES_MAX = 1 << 20;
  private static final int BUFFER_BYTES_MIN = 1 << 13;

  private final RecordCodec codec = new RecordCodec();
  private final Storage.Source source;
  private final ByteBuffer buffer;

  /// Place in the file of the buffer's first byte.
  private long bufferAt = SegmentHeader.BYTES;

  private long nextSeq;

  SegmentScan(Storage.Source source, long firstSeq) throws IOException {
    this.source = source;
    long size = Math.clamp(source.size(), BUFFER_BYTES_MIN, BUFFER_BYTES_MAX);
    buffer = ByteBuffer.allocate((int) size).limit(0);
    nextSeq = firstSeq;
  }

  /// Sequence of the record that [#next] looks for.
  long nextSeq() {
    return nextSeq;
  }

  /// Place in the file of that record.
  long position() {
    return bufferAt + buffer.position();
  }

  boolean next() throws IOException {
    if (!here() && (!fill() || !here())) {
      return false;
    }
    nextSeq++;
    return true;
  }

  private boolean here() {
    return codec.valid(buffer) && RecordCodec.seq(buffer) == nextSeq;
  }

  /// Reads the record that [#next] found. Either this or [#skip] follows each `next`.
  LogRecord read() {
    return RecordCodec.read(buffer);
  }

  void skip() {
    RecordCodec.skip(buffer);
  }

  /// Whether behind the place where [#next] failed there is proof that the record looked for had
  /// been acknowledged: any record of a later group.
  boolean provesDamage() throws IOException {
    long start = position();
    for (long at = start + 1; at < source.size(); at++) {
      if (buffer.remaining() < RecordCodec.RECORD_BYTES_MAX + RecordCodec.FRAME_BYTES) {
        moveTo(at);
      } else {
        buffer.position((int) (at - bufferAt));
      }
      if (codec.valid(buffer) && RecordCodec.groupStart(buffer) > nextSeq) {
        return true;
      }
    }
    return false;
  }

  private boolean fill() throws IOException {
    moveTo(position());
    return buffer.hasRemaining();
  }

  private void moveTo(long position) throws IOException {
    bufferAt = position;
    buffer.clear();
    source.read(buffer, position);
    buffer.flip();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
