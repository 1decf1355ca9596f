package dev.plaza.quota.log;

import java.nio.ByteBuffer;

/// Numbers in as few bytes as they need: seven bits a byte, least first, the top bit says "more".
final class Varint {

  private Varint() {}

  static void write(ByteBuffer into, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      into.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    into.put((byte) rest);
  }

  static long read(ByteBuffer from) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte it = from.get();
      value |= (it & 0x7FL) << shift;
      if (it >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }
}
