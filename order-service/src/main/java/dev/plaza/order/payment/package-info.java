/// The customer's money: commands to the payment provider, its webhooks, and the ledger.
@NullMarked
@ApplicationModule(allowedDependencies = {"checkout", "order", "pricing", "saga", "work"})
package dev.plaza.order.payment;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
