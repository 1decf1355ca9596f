package dev.plaza.gateway.limits;

import dev.plaza.gateway.problem.Problem;
import dev.plaza.gateway.routing.ClientsThread;
import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.SocketLimit;
import dev.plaza.ratelimit.Decision;
import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.Standing;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import dev.plaza.ratelimit.header.Refusal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// Lets a request go on, or says why not; each policy that matches it must agree.
///
/// Most decisions are made at once from tokens held here. Others wait for Redis, within the
/// budget, and no thread waits with them.
@Component
public final class Limits {

  /// The route of what comes without a valid token.
  static final String FAILURES = "unauthenticated";

  /// The code of chat's "flood", for all sockets.
  private static final CloseStatus TOO_FAST = new CloseStatus(4029, "too many messages");

  private static final CloseStatus TRY_LATER = new CloseStatus(1013, "limits cannot be checked");
  private static final String DRAFT_TYPES = "https://iana.org/";

  private final @Nullable Limiter limiter;
  private final Callers callers;
  private final LimitedRequests requests;
  private final RateLimitHeaders headers;
  private final LimitsMetrics metrics;
  private final Denials denials;
  private final OperatorsDoor door;

  Limits(
      ObjectProvider<Limiter> limiter,
      Callers callers,
      LimitedRequests requests,
      RateLimitHeaders headers,
      LimitsMetrics metrics,
      Denials denials,
      OperatorsDoor door) {
    this.limiter = limiter.getIfAvailable();
    this.callers = callers;
    this.requests = requests;
    this.headers = headers;
    this.metrics = metrics;
    this.denials = denials;
    this.door = door;
  }

  Mono<Void> pass(ServerWebExchange exchange, PartRoute route, Mono<Void> onward) {
    if (limiter == null) {
      return onward;
    }
    return callers.then(exchange, caller -> pass(limiter, exchange, route, caller, onward));
  }

  private Mono<Void> pass(
      Limiter limiter,
      ServerWebExchange exchange,
      PartRoute route,
      Caller caller,
      Mono<Void> onward) {
    if (route.kind() == PartRoute.Kind.SOCKET) {
      SocketLimit messages = () -> message(limiter, requests.message(exchange, route, caller));
      exchange.getAttributes().put(SocketLimit.ATTRIBUTE, messages);
    }
    Request request = requests.of(exchange, route, caller);
    Decision held = decideHeld(limiter, exchange, request);
    return held != null
        ? answer(exchange, route, caller, held, onward)
        : ask(limiter, exchange, request)
            .flatMap(decision -> answer(exchange, route, caller, decision, onward));
  }

  private Mono<Void> answer(
      ServerWebExchange exchange,
      PartRoute route,
      Caller caller,
      Decision decision,
      Mono<Void> onward) {
    if (decision.admitted()) {
      return onward;
    }
    return door.isOpen(route, caller, decision)
        ? withoutRefusal(exchange, onward)
        : Mono.error(problem(decision));
  }

  /// It was refused, and its headers say so, but it goes on.
  private static Mono<Void> withoutRefusal(ServerWebExchange exchange, Mono<Void> onward) {
    var response = exchange.getResponse();
    response.beforeCommit(
        () -> Mono.fromRunnable(() -> response.getHeaders().remove(RateLimitHeaders.RETRY_AFTER)));
    return onward;
  }

  /// Counts a request without a valid token against its address: the problem to answer if there
  /// were too many of them, else nothing.
  public Mono<Problem> failedAuthentication(ServerWebExchange exchange) {
    if (limiter == null) {
      return Mono.empty();
    }
    Request request = requests.failure(exchange.getRequest());
    Decision held = decideHeld(limiter, exchange, request);
    return (held != null ? Mono.just(held) : ask(limiter, exchange, request))
        .filter(it -> !it.admitted())
        .map(Limits::problem);
  }

  /// Most requests end here: no operator of a stream stands between them and their part.
  private @Nullable Decision decideHeld(
      Limiter limiter, ServerWebExchange exchange, Request request) {
    long began = System.nanoTime();
    Decision held = limiter.tryDecide(request);
    if (held != null) {
      metrics.took(System.nanoTime() - began, true);
      tell(exchange, request, held);
    }
    return held;
  }

  private Mono<Decision> ask(Limiter limiter, ServerWebExchange exchange, Request request) {
    long began = System.nanoTime();
    return Mono.fromCompletionStage(() -> limiter.decide(request))
        .publishOn(ClientsThread.of(exchange.getRequest()))
        .doOnNext(
            decision -> {
              metrics.took(System.nanoTime() - began, false);
              tell(exchange, request, decision);
            });
  }

  private void tell(ServerWebExchange exchange, Request request, Decision decision) {
    record(request, decision);
    Map<String, String> told = headers.of(decision);
    if (!told.isEmpty()) {
      // At the last moment, so that nothing a part says about its own limits stands beside it.
      var response = exchange.getResponse();
      response.beforeCommit(
          () -> {
            HttpHeaders answer = response.getHeaders();
            told.forEach(answer::set);
            return Mono.empty();
          });
    }
  }

  private void record(Request request, Decision decision) {
    for (Standing it : decision.standings()) {
      String outcome = Outcomes.of(decision, it);
      metrics.count(it.policy(), outcome);
      if (it.violated()) {
        denials.refused(request, it, outcome);
      }
    }
    if (decision.outcome() == Decision.Outcome.ANONYMOUS) {
      decision.violated().forEach(it -> metrics.count(it, Outcomes.ANONYMOUS));
    }
    if (decision.degraded()) {
      metrics.degraded();
    }
  }

  private Mono<CloseStatus> message(Limiter limiter, Request request) {
    Decision held = limiter.tryDecide(request);
    return held == null
        ? Mono.fromCompletionStage(() -> limiter.decide(request))
            .flatMap(it -> Mono.justOrEmpty(closing(request, it)))
        : Mono.justOrEmpty(closing(request, held));
  }

  private @Nullable CloseStatus closing(Request request, Decision decision) {
    record(request, decision);
    return switch (decision.outcome()) {
      case ADMITTED -> null;
      case DENIED, TOO_COSTLY, ANONYMOUS -> TOO_FAST;
      case UNAVAILABLE -> TRY_LATER;
    };
  }

  private static Problem problem(Decision decision) {
    var refusal = Refusal.of(decision, HttpStatus.UNAUTHORIZED.value());
    var code =
        switch (decision.outcome()) {
          case ADMITTED -> throw new IllegalArgumentException("the request was admitted");
          case DENIED -> Problem.Code.TOO_MANY_REQUESTS;
          case TOO_COSTLY -> Problem.Code.REQUEST_TOO_COSTLY;
          case UNAVAILABLE -> Problem.Code.UNAVAILABLE;
          case ANONYMOUS -> Problem.Code.UNAUTHENTICATED;
        };
    var problem =
        new Problem(code, refusal.detail()).with("violated-policies", refusal.violatedPolicies());
    if (code == Problem.Code.UNAVAILABLE) {
      problem.with("part", "limits");
    }
    if (refusal.type().startsWith(DRAFT_TYPES)) {
      problem.type(refusal.type());
    }
    var retryAfter = RateLimitHeaders.retryAfter(decision);
    return retryAfter == null ? problem : problem.retryAfter(retryAfter);
  }
}
