package dev.plaza.quota.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The first bytes of a segment: `u64 magic  u32 version  u32 shard  u64 epoch  u64 firstSeq  u64
/// sealedEpoch  u32 sealedSegments  u32 CRC32C` of what precedes it.
///
/// @param sealedEpoch the epoch this one follows; 0 for none
/// @param sealedSegments how many segments of that epoch count: those that were there when it was
///     sealed. One that a stale owner begins later is never read
record SegmentHeader(int shard, long epoch, long firstSeq, long sealedEpoch, int sealedSegments) {

  static final int BYTES = 8 + 4 + 4 + 8 + 8 + 8 + 4 + 4;
  private static final long MAGIC = 0x504C415A_51554F54L; // PLAZQUOT

  ByteBuffer bytes() {
    ByteBuffer bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(MAGIC)
            .putInt(RecordCodec.VERSION)
            .putInt(shard)
            .putLong(epoch)
            .putLong(firstSeq)
            .putLong(sealedEpoch)
            .putInt(sealedSegments);
    return bytes.putInt(checksum(bytes)).flip();
  }

  /// The header, when the buffer holds a whole and undamaged one.
  static @Nullable SegmentHeader read(ByteBuffer bytes) {
    if (bytes.limit() < BYTES
        || bytes.getLong(0) != MAGIC
        || bytes.getInt(8) != RecordCodec.VERSION
        || bytes.getInt(BYTES - 4) != checksum(bytes)) {
      return null;
    }
    return new SegmentHeader(
        bytes.getInt(12),
        bytes.getLong(16),
        bytes.getLong(24),
        bytes.getLong(32),
        bytes.getInt(40));
  }

  private static int checksum(ByteBuffer bytes) {
    var crc = new CRC32C();
    crc.update(bytes.duplicate().position(0).limit(BYTES - 4));
    return (int) crc.getValue();
  }
}
