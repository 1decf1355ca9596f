package dev.plaza.gateway.identity;

import dev.plaza.gateway.limits.Limits;
import dev.plaza.gateway.problem.Problem;
import dev.plaza.gateway.problem.Problems;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// What callers are told whose token is missing, bad, or cannot be checked.
///
/// Failures are limited by address. A valid token is never refused for its neighbours' failures:
/// many people share an address, and to check a signature costs less than to answer.
record Refusals(Problems problems, Limits limits) {

  Mono<Void> write(ServerWebExchange exchange, AuthenticationException e) {
    if (e instanceof AuthenticationServiceException) {
      return problems.write(
          exchange,
          new Problem(Problem.Code.UNAVAILABLE, "Tokens cannot be checked now.")
              .with("part", "identity")
              .retryAfter(Duration.ofSeconds(2)));
    }
    return limits
        .failedAuthentication(exchange)
        .switchIfEmpty(Mono.fromSupplier(() -> unauthenticated(exchange)))
        .flatMap(it -> problems.write(exchange, it));
  }

  private static Problem unauthenticated(ServerWebExchange exchange) {
    exchange.getResponse().getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    return new Problem(
        Problem.Code.UNAUTHENTICATED, "Send a valid, unexpired token for this platform.");
  }
}
