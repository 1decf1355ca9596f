package dev.plaza.contracts;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Every Kafka topic of the platform: its name, partitions and how long records stay.
///
/// Name: `<domain>.<aggregate>.v<major>`. Key: the aggregate's id, so that events of one aggregate
/// keep their order. Within a major only optional fields are added.
public record Topics(String name, int partitions, Retention retention) {

  /// Key: restaurant id. Compacted: the latest state of each restaurant is a consumer's snapshot.
  public static final String CATALOG_RESTAURANT = "catalog.restaurant.v1";

  /// Key: restaurant id for a published menu, `<restaurant id>/<sku>` for an item's availability.
  /// Compacted for the same reason.
  public static final String CATALOG_MENU = "catalog.menu.v1";

  /// Key: order id.
  public static final String ORDER_ORDER = "order.order.v1";

  /// Key: order id.
  public static final String DISPATCH_ASSIGNMENT = "dispatch.assignment.v1";

  /// Key: H3 cell as hexadecimal string.
  public static final String DISPATCH_SURGE = "dispatch.surge.v1";

  /// Key: courier id.
  public static final String TRACKING_POSITION = "tracking.position.v1";

  /// Key: courier id.
  public static final String TRACKING_ANOMALY = "tracking.anomaly.v1";

  /// Key: shard, so that each shard's redemptions keep the order of its log.
  public static final String QUOTA_REDEMPTION = "quota.redemption.v1";

  /// Key: job id.
  public static final String NOTIFY_JOB = "notify.job.v1";

  /// Key: tenant and recipient.
  public static final String NOTIFY_DELIVERY = "notify.delivery.v1";

  /// Key: policy id. Sampled: one of many denials.
  public static final String GATEWAY_DECISION = "gateway.decision.v1";

  /// What happens to old records.
  public sealed interface Retention {

    /// Only the newest record of each key is kept, for ever.
    record Compacted() implements Retention {}

    /// Records are dropped when older than `age`.
    record Timed(Duration age) implements Retention {}
  }

  /// Kafka's topic configuration for the retention.
  public Map<String, String> configs() {
    return switch (retention) {
      case Retention.Compacted() ->
          Map.of("cleanup.policy", "compact", "min.cleanable.dirty.ratio", "0.1");
      case Retention.Timed(var age) -> Map.of("retention.ms", String.valueOf(age.toMillis()));
    };
  }

  /// All of them, as services create them at start (creation is idempotent).
  public static List<Topics> all() {
    var weeks = new Retention.Timed(Duration.ofDays(14));
    var hours = new Retention.Timed(Duration.ofHours(6));
    var compacted = new Retention.Compacted();
    return List.of(
        new Topics(CATALOG_RESTAURANT, 3, compacted),
        new Topics(CATALOG_MENU, 3, compacted),
        new Topics(ORDER_ORDER, 6, weeks),
        new Topics(DISPATCH_ASSIGNMENT, 6, weeks),
        new Topics(DISPATCH_SURGE, 3, hours),
        new Topics(TRACKING_POSITION, 6, hours),
        new Topics(TRACKING_ANOMALY, 3, weeks),
        new Topics(QUOTA_REDEMPTION, 6, weeks),
        new Topics(NOTIFY_JOB, 3, weeks),
        new Topics(NOTIFY_DELIVERY, 6, weeks),
        new Topics(GATEWAY_DECISION, 3, hours));
  }
}
