package dev.plaza.gateway.routing;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ALREADY_ROUTED_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.plaza.gateway.problem.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

/// Sends a request to an instance of its part and says plainly when that fails.
///
/// Another instance is tried when the first was not reached, since then nothing was done; a lost
/// connection is repeated only for reads. Everything else is for the caller to repeat, who has an
/// idempotency key.
@Component
class InstanceFilter implements GlobalFilter, Ordered {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final Parts parts;

  InstanceFilter(Parts parts) {
    this.parts = parts;
  }

  @Override
  public int getOrder() {
    return FilterOrder.INSTANCE;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
    PartRoute route = RoutedExchange.route(exchange);
    Parts.Part part = parts.get(route.part());
    Mono<Void> attempt = Mono.defer(() -> attempt(exchange, chain, part, 1));
    // A socket's exchange lasts as long as the socket, so it says nothing about an answer's time.
    return route.kind() == PartRoute.Kind.SOCKET ? attempt : guarded(attempt, part);
  }

  private static Mono<Void> guarded(Mono<Void> attempt, Parts.Part part) {
    var breaker = part.breaker();
    return Mono.defer(
        () -> {
          if (!breaker.tryAcquirePermission()) {
            return Mono.error(unavailable(part).retryAfter(Parts.OPEN_FOR));
          }
          long start = breaker.getCurrentTimestamp();
          return attempt
              .doOnSuccess(_ -> breaker.onSuccess(since(part, start), TimeUnit.NANOSECONDS))
              .doOnError(
                  e -> {
                    if (isTrouble(e)) {
                      breaker.onError(since(part, start), TimeUnit.NANOSECONDS, e);
                    } else {
                      breaker.onSuccess(since(part, start), TimeUnit.NANOSECONDS);
                    }
                  })
              .doOnCancel(breaker::releasePermission);
        });
  }

  private static long since(Parts.Part part, long start) {
    return Math.max(0, part.breaker().getCurrentTimestamp() - start);
  }

  private Mono<Void> attempt(
      ServerWebExchange exchange, GatewayFilterChain chain, Parts.Part part, int number) {
    URI instance = part.instances().next();
    URI url = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
    exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, at(instance, url));
    return chain
        .filter(exchange)
        .onErrorResume(
            e -> {
              boolean notReached = isNotReached(e);
              if (notReached) {
                part.instances().unreachable(instance);
              }
              if (mayRepeat(exchange, e, notReached, part, number)) {
                exchange.getAttributes().remove(GATEWAY_ALREADY_ROUTED_ATTR);
                return attempt(exchange, chain, part, number + 1);
              }
              return Mono.error(asProblem(e, part));
            });
  }

  private static boolean mayRepeat(
      ServerWebExchange exchange, Throwable e, boolean notReached, Parts.Part part, int number) {
    if (exchange.getResponse().isCommitted()) {
      return false;
    }
    if (notReached) {
      return number < part.instances().size();
    }
    HttpMethod method = exchange.getRequest().getMethod();
    boolean read = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    return read && e instanceof IOException && number < 2;
  }

  private static Throwable asProblem(Throwable e, Parts.Part part) {
    if (isTimeout(e)) {
      return new Problem(Problem.Code.TIMEOUT, "No answer from %s in time.".formatted(part.name()))
          .with("part", part.name())
          .retryAfter(RETRY_AFTER);
    }
    return isNotReached(e) || e instanceof IOException
        ? unavailable(part).retryAfter(RETRY_AFTER)
        : e;
  }

  private static Problem unavailable(Parts.Part part) {
    return new Problem(
            Problem.Code.UNAVAILABLE, "The part %s does not answer now.".formatted(part.name()))
        .with("part", part.name());
  }

  private static boolean isTrouble(Throwable e) {
    return e instanceof Problem it
        && (it.code() == Problem.Code.TIMEOUT || it.code() == Problem.Code.UNAVAILABLE);
  }

  private static boolean isTimeout(Throwable e) {
    return e instanceof TimeoutException
        || (e instanceof ResponseStatusException it
            && it.getStatusCode() == HttpStatus.GATEWAY_TIMEOUT);
  }

  private static boolean isNotReached(Throwable e) {
    return e instanceof ConnectException
        || e instanceof UnknownHostException
        || e instanceof NoRouteToHostException;
  }

  private static URI at(URI instance, URI url) {
    return UriComponentsBuilder.fromUri(url)
        .scheme(instance.getScheme())
        .host(instance.getHost())
        .port(instance.getPort())
        .build(true)
        .toUri();
  }
}
