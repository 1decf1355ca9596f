package dev.plaza.quota.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// Reads what a [StateOutput] wrote, in the same order.
public final class StateInput implements AutoCloseable {

  private final Storage.Source from;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer block =
      ByteBuffer.allocate(StateOutput.HEAD_BYTES + StateOutput.BODY_BYTES_MAX)
          .order(ByteOrder.LITTLE_ENDIAN)
          .limit(0);
  private long position;
  private long blocks;

  StateInput(Storage.Source from) {
    this.from = from;
  }

  public long number() throws IOException {
    need();
    return block.getLong();
  }

  public String text() throws IOException {
    need();
    byte[] utf8 = new byte[block.getInt()];
    block.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  public Ident ident() throws IOException {
    need();
    return Ident.read(block);
  }

  public void numbers(long[] into, int count) throws IOException {
    for (int at = 0; at < count; ) {
      need();
      int here = Math.min(count - at, block.remaining() / Long.BYTES);
      block.asLongBuffer().get(into, at, here);
      block.position(block.position() + here * Long.BYTES);
      at += here;
    }
  }

  private void need() throws IOException {
    if (!block.hasRemaining() && !next()) {
      throw new CorruptLogException("a snapshot holds less than it should");
    }
  }

  /// Whether everything is there and undamaged, up to the end. Reads all of it.
  boolean whole() throws IOException {
    boolean more;
    do {
      more = next();
    } while (more);
    return block.limit() > 0;
  }

  /// Reads the next block; false at the end, and with an empty buffer where it is damaged.
  private boolean next() throws IOException {
    block.clear();
    int read = from.read(block, position);
    int length = read < StateOutput.HEAD_BYTES ? -1 : block.getInt(0);
    if (length < 0 || length > read - StateOutput.HEAD_BYTES || !intact(length)) {
      block.limit(0);
      return false;
    }
    position += block.limit();
    blocks++;
    return length > 0;
  }

  private boolean intact(int length) {
    block.position(8).limit(StateOutput.HEAD_BYTES + length);
    crc.reset();
    crc.update(block);
    boolean intact = block.getInt(4) == (int) crc.getValue() && block.getLong(8) == blocks;
    block.position(StateOutput.HEAD_BYTES);
    return intact;
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}
