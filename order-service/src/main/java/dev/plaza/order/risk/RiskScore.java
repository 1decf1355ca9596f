package dev.plaza.order.risk;

import dev.plaza.order.saga.CheckoutSignal.RiskAssessed;
import dev.plaza.order.saga.CheckoutSignal.RiskDecision;
import java.util.List;

/// The sum of what speaks against an order, and what follows from it. Pure.
record RiskScore(int score, List<RiskRule> rules) {

  static RiskScore of(RiskFacts facts, RiskProperties limits) {
    var rules = RiskRule.against(facts, limits);
    return new RiskScore(rules.stream().mapToInt(RiskRule::weight).sum(), rules);
  }

  RiskDecision decision(RiskProperties limits) {
    if (score >= limits.refuseFrom()) {
      return RiskDecision.REFUSE;
    }
    return score >= limits.holdFrom() ? RiskDecision.HOLD : RiskDecision.ALLOW;
  }

  RiskAssessed signal(RiskProperties limits) {
    return new RiskAssessed(
        decision(limits), rules.stream().map(it -> it.reason() + ":" + it.weight()).toList());
  }
}
