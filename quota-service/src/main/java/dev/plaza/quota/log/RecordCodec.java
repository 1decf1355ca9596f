package dev.plaza.quota.log;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The bytes of a record, version 1 (big-endian; `v` is a [Varint]):
/// ```
/// u32 length of the body     u32 CRC32C of the body
/// body: u64 seq  v back  u8 kind  u8 flags  u16 fields  u64 at, then each field whose bit is set:
///   0 guid 2×u64  1 offer v  2 subject  3 order  4 units v  5 amount v
///   6 fingerprint u64  7 hint v  8 value v  9 value2 v  10 text v+UTF-8
/// ```
/// `back` is the distance to the first record of the same group commit. Groups are written one
/// after the other, each acknowledged before the next begins, so a valid record with `seq - back
/// > k` proves that record `k` was acknowledged: that tells damage from a torn tail.
final class RecordCodec {

  static final int VERSION = 1;
  static final int FRAME_BYTES = 8;
  static final int BODY_BYTES_MIN = 8 + 1 + 1 + 1 + 2 + 8;
  static final int RECORD_BYTES_MAX = 4096;

  private final CRC32C crc = new CRC32C();

  /// Appends one record to a buffer that has [#RECORD_BYTES_MAX] of room.
  void write(ByteBuffer into, LogRecord it, long seq, long back) {
    int start = into.position();
    into.position(start + FRAME_BYTES);
    into.putLong(seq);
    Varint.write(into, back);
    into.put(it.kind().code()).put((byte) it.flags());
    int fieldsAt = into.position();
    into.putShort((short) 0).putLong(it.at());
    into.putShort(fieldsAt, (short) fields(into, it));
    int end = into.position();
    into.putInt(start, end - start - FRAME_BYTES);
    into.putInt(start + 4, checksum(into, start + FRAME_BYTES, end));
    into.limit(into.capacity()).position(end);
  }

  private static int fields(ByteBuffer into, LogRecord it) {
    int fields = 0;
    if (it.guidHi() != 0 || it.guidLo() != 0) {
      into.putLong(it.guidHi()).putLong(it.guidLo());
      fields |= 1;
    }
    fields |= number(into, 1, it.offer() + 1L);
    fields |= ident(into, 2, it.subject());
    fields |= ident(into, 3, it.order());
    fields |= number(into, 4, it.units());
    fields |= number(into, 5, it.amount());
    if (it.fingerprint() != 0) {
      into.putLong(it.fingerprint());
      fields |= 1 << 6;
    }
    fields |= number(into, 7, it.hint());
    fields |= number(into, 8, it.value());
    fields |= number(into, 9, it.value2());
    if (it.text() != null) {
      byte[] utf8 = it.text().getBytes(StandardCharsets.UTF_8);
      Varint.write(into, utf8.length);
      into.put(utf8);
      fields |= 1 << 10;
    }
    return fields;
  }

  private static int number(ByteBuffer into, int bit, long value) {
    if (value == 0) {
      return 0;
    }
    Varint.write(into, value);
    return 1 << bit;
  }

  private static int ident(ByteBuffer into, int bit, @Nullable Ident value) {
    if (value == null) {
      return 0;
    }
    value.write(into);
    return 1 << bit;
  }

  /// Whether a whole, undamaged record starts at the buffer's position.
  boolean valid(ByteBuffer from) {
    int start = from.position();
    if (from.remaining() < FRAME_BYTES + BODY_BYTES_MIN) {
      return false;
    }
    int length = from.getInt(start);
    if (length < BODY_BYTES_MIN
        || length > RECORD_BYTES_MAX
        || length > from.remaining() - FRAME_BYTES) {
      return false;
    }
    int limit = from.limit();
    int sum = checksum(from, start + FRAME_BYTES, start + FRAME_BYTES + length);
    from.limit(limit).position(start);
    return sum == from.getInt(start + 4);
  }

  private int checksum(ByteBuffer bytes, int from, int to) {
    crc.reset();
    crc.update(bytes.limit(to).position(from));
    return (int) crc.getValue();
  }

  /// Sequence of the valid record at the buffer's position.
  static long seq(ByteBuffer from) {
    return from.getLong(from.position() + FRAME_BYTES);
  }

  /// First sequence of the group of the valid record at the buffer's position.
  static long groupStart(ByteBuffer from) {
    int start = from.position();
    from.position(start + FRAME_BYTES + 8);
    long back = Varint.read(from);
    from.position(start);
    return seq(from) - back;
  }

  /// Steps over the record at the buffer's position.
  static void skip(ByteBuffer from) {
    from.position(from.position() + FRAME_BYTES + from.getInt(from.position()));
  }

  /// Reads the valid record at the buffer's position and steps over it.
  static LogRecord read(ByteBuffer from) {
    int end = from.position() + FRAME_BYTES + from.getInt(from.position());
    from.position(from.position() + FRAME_BYTES + 8);
    Varint.read(from);
    EntryKind kind = EntryKind.of(from.get());
    int flags = from.get() & 0xFF;
    int fields = from.getShort() & 0xFFFF;
    long at = from.getLong();
    var record =
        new LogRecord(
            kind,
            flags,
            at,
            has(fields, 0) ? from.getLong() : 0,
            has(fields, 0) ? from.getLong() : 0,
            (int) number(from, fields, 1) - 1,
            has(fields, 2) ? Ident.read(from) : null,
            has(fields, 3) ? Ident.read(from) : null,
            number(from, fields, 4),
            number(from, fields, 5),
            has(fields, 6) ? from.getLong() : 0,
            number(from, fields, 7),
            number(from, fields, 8),
            number(from, fields, 9),
            has(fields, 10) ? text(from) : null);
    from.position(end);
    return record;
  }

  private static boolean has(int fields, int bit) {
    return (fields & 1 << bit) != 0;
  }

  private static long number(ByteBuffer from, int fields, int bit) {
    return has(fields, bit) ? Varint.read(from) : 0;
  }

  private static String text(ByteBuffer from) {
    byte[] utf8 = new byte[(int) Varint.read(from)];
    from.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
