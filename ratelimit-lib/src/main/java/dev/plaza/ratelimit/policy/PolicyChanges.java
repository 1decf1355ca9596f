package dev.plaza.ratelimit.policy;

import java.util.List;
import java.util.Set;

/// What the control API made of the configured policies: those put, and the ids of those deleted.
/// The version rises by one with each change.
public record PolicyChanges(long version, List<Policy> put, Set<String> deleted) {

  public static final PolicyChanges NONE = new PolicyChanges(0, List.of(), Set.of());

  public PolicyChanges {
    put = List.copyOf(put);
    deleted = Set.copyOf(deleted);
  }
}
