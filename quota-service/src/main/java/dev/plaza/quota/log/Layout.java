package dev.plaza.quota.log;

/// Names of a shard's files: `shard-03/epoch-0000000007/segment-00000042.log`. Segments of an
/// epoch are numbered from 1 on; which record comes first in one is in its header. Beside
/// the epochs `shard-03/snapshot-000000000123456.state`: the state after that record.
final class Layout {

  private static final String STATE = ".state";

  private Layout() {}

  static String folder(int shard) {
    return "shard-%02d".formatted(shard);
  }

  static String folder(int shard, long epoch) {
    return "%s/epoch-%010d".formatted(folder(shard), epoch);
  }

  static String segment(int shard, long epoch, int number) {
    return "%s/segment-%08d.log".formatted(folder(shard, epoch), number);
  }

  static boolean isSegment(String name) {
    return name.endsWith(".log") && name.contains("/segment-");
  }

  static int numberOf(String segment) {
    int at = segment.indexOf("/segment-") + "/segment-".length();
    return Integer.parseInt(segment, at, segment.length() - ".log".length(), 10);
  }

  static long epochOf(String segment) {
    int at = segment.indexOf("/epoch-") + "/epoch-".length();
    return Long.parseLong(segment, at, segment.indexOf('/', at), 10);
  }

  static String snapshot(int shard, long seq) {
    return "%s/snapshot-%015d%s".formatted(folder(shard), seq, STATE);
  }

  /// Where an owner writes a snapshot before it gets its name.
  static String draft(String snapshot, long epoch) {
    return "%s.%d.draft".formatted(snapshot, epoch);
  }

  static boolean isSnapshot(String name) {
    return name.endsWith(STATE) && name.contains("/snapshot-");
  }

  static boolean isDraft(String name) {
    return name.endsWith(".draft");
  }

  static long seqOf(String snapshot) {
    int at = snapshot.indexOf("/snapshot-") + "/snapshot-".length();
    return Long.parseLong(snapshot, at, snapshot.indexOf(STATE, at), 10);
  }
}
