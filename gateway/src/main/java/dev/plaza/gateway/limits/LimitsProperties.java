package dev.plaza.gateway.limits;

import dev.plaza.ratelimit.LimiterSettings;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.PolicyDocument;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The limits of the gateway; the README has the table of the policies.
///
/// @param enabled false lets everything pass, and needs no Redis
/// @param policies by id; what the control API puts and deletes comes on top
/// @param multiplier of the rates, bursts and quotas above, for places where one address is a city
/// @param budget how long a decision may wait for Redis
/// @param closedBudget the same for closed and strict policies; nobody waits once Redis is known to
///     be away
/// @param keysMax callers remembered in memory, about; more share buckets by network
/// @param v6Prefix how much of an IPv6 address counts
/// @param tenantClaims the claim that names the caller's tenant: the first that is there
/// @param policiesEvery how often the control API's changes are asked for; a hint comes sooner
/// @param policiesMax so many policies at most
/// @param file where the last known changes are kept for a start without Redis
/// @param events the samples of refusals on Kafka
@ConfigurationProperties(prefix = "plaza.limits", ignoreUnknownFields = false)
record LimitsProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue Map<String, PolicyDocument> policies,
    @DefaultValue("1") long multiplier,
    @DefaultValue("5ms") Duration budget,
    @DefaultValue("250ms") Duration closedBudget,
    @DefaultValue("20000") int keysMax,
    @DefaultValue("64") int v6Prefix,
    @DefaultValue({"tenant", "restaurant_id"}) List<String> tenantClaims,
    @DefaultValue("500ms") Duration policiesEvery,
    @DefaultValue("500") int policiesMax,
    @DefaultValue(".data/limits/policies.json") Path file,
    @DefaultValue Events events) {

  private static final long MULTIPLIER_MAX = 1_000_000;

  /// @param every at most one event of a policy in that time
  /// @param queueMax events waiting for Kafka; more are dropped
  /// @param secret makes the hashes of callers; one for all instances, or each has its own
  /// @param kafka more settings of the producer, `security.protocol` say
  record Events(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("1s") Duration every,
      @DefaultValue("1000") int queueMax,
      @DefaultValue("") String secret,
      @DefaultValue Map<String, String> kafka) {}

  LimitsProperties {
    if (multiplier < 1 || multiplier > MULTIPLIER_MAX) {
      throw new IllegalArgumentException(
          "plaza.limits.multiplier must be from 1 to " + MULTIPLIER_MAX);
    }
  }

  /// Fails with every flaw of every policy.
  Policies configured() {
    Policies read =
        Policies.read(
            policies.entrySet().stream()
                .map(it -> it.getValue().stored(it.getKey(), 0L).times(multiplier))
                .toList());
    MatchRules.check(read.all());
    return read;
  }

  LimiterSettings settings() {
    return LimiterSettings.DEFAULTS
        .withBudgets(budget, closedBudget)
        .withKeysMax(keysMax, LimiterSettings.DEFAULTS.idleMin());
  }
}
