package dev.plaza.ratelimit.policy;

/// Which requests of one key share a bucket. Part of the policy, so that sharing is never an
/// accident of names.
public sealed interface Scope {

  /// All requests that the policy matches.
  record PerPolicy() implements Scope {}

  /// Each route apart.
  record PerRoute() implements Scope {}

  /// All policies that name the same bucket.
  record Shared(String name) implements Scope {}

  Scope PER_POLICY = new PerPolicy();
  Scope PER_ROUTE = new PerRoute();
}
