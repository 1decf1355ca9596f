package dev.plaza.quota.log;

/// Names of a shard's files: `shard-03/epoch-0000000007/segment-00000000000000000042.log`, the
/// last number being the sequence of the segment's first record.
final class Layout {

  private Layout() {}

  static String folder(int shard) {
    return "shard-%02d".formatted(shard);
  }

  static String folder(int shard, long epoch) {
    return "%s/epoch-%010d".formatted(folder(shard), epoch);
  }

  static String segment(int shard, long epoch, long firstSeq) {
    return "%s/segment-%020d.log".formatted(folder(shard, epoch), firstSeq);
  }

  static boolean isSegment(String name) {
    return name.endsWith(".log") && name.contains("/segment-");
  }

  static long epochOf(String segment) {
    int at = segment.indexOf("/epoch-") + "/epoch-".length();
    return Long.parseLong(segment, at, segment.indexOf('/', at), 10);
  }

  static long firstSeqOf(String segment) {
    int at = segment.indexOf("/segment-") + "/segment-".length();
    return Long.parseLong(segment, at, segment.length() - ".log".length(), 10);
  }
}
