package dev.plaza.order.pricing;

import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/// Prices over HTTP.
@RestController
class PricingController {

  private final Quoting quoting;

  PricingController(Quoting quoting) {
    this.quoting = quoting;
  }

  @PostMapping("/cart/{id}/price")
  Quote price(@PathVariable String id, Caller caller) {
    caller.require(Role.CUSTOMER);
    return quoting.quote(caller, id);
  }
}
