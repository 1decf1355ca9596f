package dev.plaza.quota.shard;

import java.time.Duration;

/// The knobs of a shard.
///
/// @param shards how many shards there are in all (`N` below)
/// @param fsync whether an acknowledgement also survives a loss of power
/// @param segmentBytes size at which a log segment is closed and the next begun
/// @param snapshotBytes how much log may gather behind the last snapshot before the next is
///     taken (at least half the snapshot's size): what a restart has to replay
/// @param queueMax commands waiting for the shard's thread; more are answered `OVERLOADED`
/// @param batchMax commands decided and written together
/// @param parkedMax commands waiting for rights; more are answered `OVERLOADED`
/// @param guidsMax GUIDs remembered; new ones beyond it are answered `OVERLOADED`, never forgotten
/// @param grantHorizon `T`: a fast grant is what `T` of the recent rate needs, at least
///     `grantMin` (`q_min`), at most `left / 2N`
/// @param riskHorizon an offer that would be exhausted within this is slow, as is one with no more
///     than `N · q_min` left; leaving the label needs twice as much
/// @param flipEvery least time between two changes of a label
/// @param idleAfter rights of an offer that nobody spent from for so long are given back
/// @param patience how long a command waits for rights before it is told to try again
/// @param askAgainAfter pause between two exchanges about the same offer while commands wait
/// @param guidRetention how long GUIDs are remembered after their offer ended, and marks of GUIDs
///     reversed before they were known
public record ShardSettings(
    int shards,
    boolean fsync,
    long segmentBytes,
    long snapshotBytes,
    int queueMax,
    int batchMax,
    int parkedMax,
    int guidsMax,
    Duration grantHorizon,
    long grantMin,
    Duration riskHorizon,
    Duration flipEvery,
    Duration idleAfter,
    Duration patience,
    Duration askAgainAfter,
    Duration guidRetention) {

  public ShardSettings {
    if (shards < 1 || segmentBytes < 4096 || snapshotBytes < 1) {
      throw new IllegalArgumentException("a segment has 4 KiB or more, the rest at least 1");
    }
    if (queueMax < 1 || batchMax < 1 || guidsMax < 1) {
      throw new IllegalArgumentException("every size of a shard is at least 1");
    }
  }

  /// The defaults, for a number of shards.
  public static ShardSettings of(int shards) {
    return new ShardSettings(
        shards,
        false,
        64L << 20,
        64L << 20,
        65_536,
        4_096,
        16_384,
        20_000_000,
        Duration.ofMillis(250),
        25,
        Duration.ofMillis(50),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(2),
        Duration.ofMillis(50),
        Duration.ofDays(7));
  }
}
