package dev.plaza.quota.reconcile;

import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReconcileController {

  private final Reconciliation reconciliation;

  ReconcileController(Reconciliation reconciliation) {
    this.reconciliation = reconciliation;
  }

  /// Computed now, for the offers that moved last.
  @GetMapping("/quota/reconciliation")
  Reconciliation.Report report(Caller caller) {
    caller.require(Role.OPS);
    return reconciliation.report();
  }
}
