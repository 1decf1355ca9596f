package dev.plaza.gateway.problem;

import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/// Renders every error of the gateway. Only what nobody expected is logged.
@Component
@Order(-2)
public final class Problems implements WebExceptionHandler {

  private static final Log LOG = LogFactory.getLog(Problems.class);
  private static final String TYPE = "https://plaza.dev/problems/";

  private final JsonMapper json;

  Problems(JsonMapper json) {
    this.json = json;
  }

  @Override
  public Mono<Void> handle(ServerWebExchange exchange, Throwable error) {
    if (exchange.getResponse().isCommitted()) {
      return Mono.error(error);
    }
    return write(exchange, problemOf(exchange, error));
  }

  /// Answers with the problem.
  public Mono<Void> write(ServerWebExchange exchange, Problem problem) {
    var response = exchange.getResponse();
    response.setStatusCode(HttpStatusCode.valueOf(problem.code().status()));
    var headers = response.getHeaders();
    headers.remove(HttpHeaders.CONTENT_LENGTH);
    headers.remove(HttpHeaders.CONTENT_ENCODING);
    headers.remove(HttpHeaders.TRANSFER_ENCODING);
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    headers.setCacheControl("no-store");
    Duration retryAfter = problem.retryAfter();
    if (retryAfter != null) {
      headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(ceilSeconds(retryAfter)));
    }
    byte[] body = json.writeValueAsBytes(body(exchange, problem));
    headers.setContentLength(body.length);
    return response.writeWith(Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
  }

  private Problem problemOf(ServerWebExchange exchange, Throwable error) {
    return switch (error) {
      case Problem it -> it;
      case DataBufferLimitException _ ->
          new Problem(Problem.Code.PAYLOAD_TOO_LARGE, "The body is too long.");
      case ResponseStatusException it when it.getStatusCode().value() < 500 -> {
        // Which methods a path knows, which types it reads.
        exchange.getResponse().getHeaders().putAll(it.getHeaders());
        yield of(it);
      }
      default -> {
        LOG.error(
            "%s %s failed"
                .formatted(
                    exchange.getRequest().getMethod(), exchange.getRequest().getPath().value()),
            error);
        yield new Problem(Problem.Code.INTERNAL, "The request could not be completed.");
      }
    };
  }

  private static Problem of(ResponseStatusException e) {
    var code = Problem.Code.of(e.getStatusCode().value());
    String detail =
        switch (code) {
          case NOT_FOUND -> "Nothing answers at this path.";
          case METHOD_NOT_ALLOWED -> "This path does not know the method.";
          default -> code.title() + ".";
        };
    return new Problem(code, detail);
  }

  private static Map<String, Object> body(ServerWebExchange exchange, Problem problem) {
    String text = problem.getMessage();
    var body = new LinkedHashMap<String, Object>();
    String type = problem.type();
    body.put("type", type == null ? TYPE + code(problem) : type);
    body.put("title", problem.code().title());
    body.put("status", problem.code().status());
    body.put("detail", text == null ? problem.code().title() : text);
    body.put("instance", exchange.getRequest().getPath().value());
    body.putAll(problem.members());
    body.put("code", code(problem));
    String trace = traceId(exchange);
    if (trace != null) {
      body.put("trace_id", trace);
    }
    body.put("errors", problem.errors());
    return body;
  }

  private static String code(Problem problem) {
    return problem.code().name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String traceId(ServerWebExchange exchange) {
    TracingContext tracing =
        ServerRequestObservationContext.findCurrent(exchange.getAttributes())
            .map(it -> it.<TracingContext>get(TracingContext.class))
            .orElse(null);
    if (tracing == null || tracing.getSpan() == null) {
      return null;
    }
    return tracing.getSpan().context().traceId();
  }

  private static long ceilSeconds(Duration delay) {
    return Math.max(1, (delay.toMillis() + 999) / 1000);
  }
}
