package dev.plaza.dispatch.matching;

import java.util.List;

/// The answer to one moment.
///
/// @param commit act on these now: waiting longer would cost time
/// @param tentative what would happen if nothing changed; decided again next round
/// @param unserved deliveries that no courier can take as things are
/// @param shortage deliveries per courier in the shortage window
public record Plan(
    List<Proposal> commit, List<Proposal> tentative, List<Delivery> unserved, double shortage) {
  public Plan {
    commit = List.copyOf(commit);
    tentative = List.copyOf(tentative);
    unserved = List.copyOf(unserved);
  }
}
