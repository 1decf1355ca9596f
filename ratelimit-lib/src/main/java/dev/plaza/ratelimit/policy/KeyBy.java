package dev.plaza.ratelimit.policy;

/// Who shares a bucket.
public enum KeyBy {
  /// All requests of one tenant.
  TENANT,
  /// All requests of one user of a tenant.
  USER,
  /// All requests from one address: an IPv4 address, or an IPv6 network.
  IP,
  /// Everybody who calls the route.
  ROUTE
}
