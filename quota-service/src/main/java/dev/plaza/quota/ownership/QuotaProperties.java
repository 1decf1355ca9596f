package dev.plaza.quota.ownership;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param shards number of logical shards; fixed for the life of a log root
/// @param log where the logs lie
/// @param url how other instances reach this one; by default this host's name and the server's port
/// @param lease how long an owner may be silent before others may take its shards
/// @param margin added to every wait for somebody else's clock
/// @param renewEvery pause between two looks at the leases
/// @param aliveFor how long after its last sign an instance counts as alive
/// @param guidsMax GUIDs remembered by each shard
@ConfigurationProperties("quota")
record QuotaProperties(
    @DefaultValue("16") int shards,
    @DefaultValue Log log,
    @Nullable String url,
    @DefaultValue("5s") Duration lease,
    @DefaultValue("1s") Duration margin,
    @DefaultValue("1s") Duration renewEvery,
    @DefaultValue("3s") Duration aliveFor,
    @DefaultValue("5000000") int guidsMax) {

  private static final int SHARDS_MAX = 64;

  QuotaProperties {
    if (shards < 1 || shards > SHARDS_MAX) {
      throw new IllegalArgumentException("quota.shards is not in 1.." + SHARDS_MAX);
    }
    if (lease.compareTo(renewEvery.multipliedBy(2)) < 0) {
      throw new IllegalArgumentException("quota.lease is shorter than two renewals");
    }
  }

  /// @param dir folder of the logs; instances that may take over each other's shards share it
  /// @param fsync whether an acknowledged redemption also survives a loss of power
  record Log(@DefaultValue(".data/quota") Path dir, @DefaultValue("false") boolean fsync) {}
}
