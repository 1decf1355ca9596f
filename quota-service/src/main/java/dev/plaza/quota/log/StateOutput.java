package dev.plaza.quota.log;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;

/// Writes a snapshot: numbers, texts and rows, in blocks (little-endian)
/// ```
/// u32 length of the body   u32 CRC32C of what follows   u64 number of the block   body
/// ```
/// that end with a block whose body is empty. So every damage is noticed: a byte that changed, a
/// block that is missing or out of place, an end that was never written.
public final class StateOutput {

  static final int HEAD_BYTES = 4 + 4 + 8;
  static final int BODY_BYTES_MAX = 1 << 16;

  private final Storage.Appender to;
  private final BooleanSupplier goOn;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer block =
      ByteBuffer.allocate(HEAD_BYTES + BODY_BYTES_MAX)
          .order(ByteOrder.LITTLE_ENDIAN)
          .position(HEAD_BYTES);
  private long blocks;
  private long bytes;

  /// @param goOn asked before each block; writing ends with an exception when it says no
  StateOutput(Storage.Appender to, BooleanSupplier goOn) {
    this.to = to;
    this.goOn = goOn;
  }

  public void number(long value) throws IOException {
    room(Long.BYTES);
    block.putLong(value);
  }

  /// @param value at most [RecordCodec#RECORD_BYTES_MAX] bytes of UTF-8
  public void text(String value) throws IOException {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    room(Integer.BYTES + utf8.length);
    block.putInt(utf8.length).put(utf8);
  }

  public void ident(Ident value) throws IOException {
    room(RecordCodec.RECORD_BYTES_MAX);
    value.write(block);
  }

  public void numbers(long[] values, int count) throws IOException {
    for (int from = 0; from < count; ) {
      room(Long.BYTES);
      int fits = Math.min(count - from, block.remaining() / Long.BYTES);
      block.asLongBuffer().put(values, from, fits);
      block.position(block.position() + fits * Long.BYTES);
      from += fits;
    }
  }

  private void room(int size) throws IOException {
    if (block.remaining() < size) {
      write();
    }
  }

  /// Writes what is left, and the mark that nothing follows.
  void end() throws IOException {
    if (block.position() > HEAD_BYTES) {
      write();
    }
    write();
  }

  private void write() throws IOException {
    if (!goOn.getAsBoolean()) {
      throw new InterruptedIOException("the snapshot is not wanted any more");
    }
    block.putInt(0, block.position() - HEAD_BYTES).putLong(8, blocks++);
    crc.reset();
    crc.update(block.flip().position(8));
    block.position(0).putInt(4, (int) crc.getValue());
    bytes += block.remaining();
    to.append(block);
    block.clear().position(HEAD_BYTES);
  }

  long bytes() {
    return bytes;
  }
}
