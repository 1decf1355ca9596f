package dev.plaza.notify.routing;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Providers as they stand, for ops.
@RestController
@RequestMapping("/providers")
class ProviderController {

  private final Router router;
  private final ProviderStates states;

  ProviderController(Router router, ProviderStates states) {
    this.router = router;
    this.states = states;
  }

  /// @param weight null: the configured one again; 0: only when the others fail
  record Weight(@Min(0) @Max(1000) @Nullable Integer weight) {}

  record Providers(List<Router.View> items) {}

  @GetMapping
  Providers list(Caller caller) {
    caller.require(Role.OPS);
    return new Providers(router.views());
  }

  @PutMapping("/{id}")
  Router.View weigh(@PathVariable String id, @Valid @RequestBody Weight wanted, Caller caller) {
    caller.require(Role.OPS);
    if (router.views().stream().noneMatch(it -> it.id().equals(id))) {
      throw ProblemException.notFound();
    }
    states.weigh(id, wanted.weight());
    return router.views().stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow();
  }
}
