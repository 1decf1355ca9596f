package dev.plaza.gateway.limits;

import java.security.Principal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Fuseable.ScalarCallable;
import reactor.core.publisher.Mono;

/// Finds out who asks.
///
/// The security chain has left its context with the request, as a value that is there already. To
/// take it as one spares the ten operators of [ServerWebExchange#getPrincipal] and what would
/// follow them, which together cost more than all decisions of a request.
@Component
final class Callers {

  private final LimitsProperties properties;

  Callers(LimitsProperties properties) {
    this.properties = properties;
  }

  /// Goes on with the caller, who may be nobody.
  <T> Mono<T> then(ServerWebExchange exchange, Function<Caller, Mono<T>> action) {
    return Mono.deferContextual(
        context ->
            context.getOrDefault((Object) SecurityContext.class, null)
                    instanceof ScalarCallable<?> it
                ? action.apply(caller(principal(it)))
                : exchange
                    .getPrincipal()
                    .map(this::caller)
                    .defaultIfEmpty(Caller.NOBODY)
                    .flatMap(action));
  }

  private static @Nullable Principal principal(ScalarCallable<?> held) {
    try {
      return held.call() instanceof SecurityContext it ? it.getAuthentication() : null;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Caller caller(@Nullable Principal principal) {
    return principal == null ? Caller.NOBODY : Caller.of(principal, properties.tenantClaims());
  }
}
