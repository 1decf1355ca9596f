package dev.plaza.ratelimit.policy;

import dev.plaza.ratelimit.policy.InvalidPolicy.Flaw;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All policies in force, each id once.
public record Policies(List<Policy> all, long version) {

  public static final Policies NONE = new Policies(List.of(), 0);

  public Policies {
    all = List.copyOf(all);
    var seen = new HashSet<String>();
    var flaws = new ArrayList<Flaw>();
    for (var policy : all) {
      if (!seen.add(policy.id())) {
        flaws.add(new Flaw(policy.id(), "id", "is there twice"));
      }
    }
    if (!flaws.isEmpty()) {
      throw new InvalidPolicy(flaws);
    }
  }

  public static Policies of(Policy... policies) {
    return new Policies(List.of(policies), 0);
  }

  /// Reads documents of a configuration; fails with every flaw of every policy.
  public static Policies read(Collection<PolicyDocument> documents) {
    var flaws = new ArrayList<Flaw>();
    var policies = new ArrayList<Policy>();
    for (var document : documents) {
      try {
        policies.add(document.policy());
      } catch (InvalidPolicy e) {
        flaws.addAll(e.flaws());
      }
    }
    if (!flaws.isEmpty()) {
      throw new InvalidPolicy(flaws);
    }
    return new Policies(policies, 0);
  }

  /// These, with what was put and deleted since through the control API.
  public Policies overlaid(PolicyChanges changes) {
    Map<String, Policy> byId = new LinkedHashMap<>();
    all.forEach(it -> byId.put(it.id(), it));
    changes.deleted().forEach(byId::remove);
    changes.put().forEach(it -> byId.put(it.id(), it));
    return new Policies(List.copyOf(byId.values()), changes.version());
  }
}
