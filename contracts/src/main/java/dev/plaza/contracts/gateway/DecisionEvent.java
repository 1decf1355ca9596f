package dev.plaza.contracts.gateway;

import java.time.Instant;

/// A request that the gateway's limits refused, standing for all those of its policy since the last
/// one told (`ce_type` `gateway.decision.denied`).
///
/// Topic `gateway.decision.v1`, key `policy`. Sampled, and lost rather than late: for watching, not
/// for counting.
///
/// @param policy the id of the policy that refused, or would have refused (`shadow`)
/// @param route the id of the route at the gateway
/// @param outcome `denied`, `too_costly`, `unavailable`, `anonymous` or `shadow`
/// @param keyHash who it was, as a keyed hash: the same caller has the same hash, and no more can
///     be learned from it
/// @param denials refused requests that this one stands for, itself included
public record DecisionEvent(
    String policy,
    String route,
    String method,
    String outcome,
    String keyHash,
    long denials,
    Instant at) {

  public static final String DENIED = "gateway.decision.denied";
}
