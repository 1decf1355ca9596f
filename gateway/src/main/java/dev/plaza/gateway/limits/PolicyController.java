package dev.plaza.gateway.limits;

import dev.plaza.gateway.problem.Problem;
import dev.plaza.ratelimit.policy.Condition;
import dev.plaza.ratelimit.policy.Policy;
import dev.plaza.ratelimit.policy.PolicyFeed;
import dev.plaza.ratelimit.policy.PolicyJson;
import dev.plaza.ratelimit.policy.PolicyStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How operators see and change the policies. A change is answered when it is in force here; the
/// other instances follow within two seconds.
@RestController
@RequestMapping(path = "/limits/policies", produces = MediaType.APPLICATION_JSON_VALUE)
@ConditionalOnProperty(name = "plaza.limits.enabled", matchIfMissing = true)
class PolicyController {

  private static final int BODY_BYTES_MAX = 64 * 1024;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration IN_FORCE_PATIENCE = Duration.ofSeconds(1);
  private static final Duration GLANCE = Duration.ofMillis(5);

  private final PolicyFeed feed;
  private final PolicyStore store;
  private final Callers callers;
  private final LimitsProperties properties;
  private final JsonMapper json;
  private final PolicyPages pages;
  private final Set<String> configured;

  PolicyController(
      PolicyFeed feed,
      PolicyStore store,
      Callers callers,
      LimitsProperties properties,
      JsonMapper json,
      @Value("${plaza.paging.secret:}") String secret) {
    this.feed = feed;
    this.store = store;
    this.callers = callers;
    this.properties = properties;
    this.json = json;
    this.pages = new PolicyPages(secret);
    this.configured =
        properties.configured().all().stream().map(Policy::id).collect(Collectors.toSet());
  }

  @GetMapping
  Mono<ResponseEntity<JsonNode>> list(
      @RequestParam(required = false) @Nullable String limit,
      @RequestParam(required = false) @Nullable String cursor,
      ServerWebExchange exchange) {
    return forOps(
        exchange,
        () -> {
          var policies = feed.current();
          PolicyPages.Page page = pages.page(policies, limit, cursor);
          ObjectNode answer = json.createObjectNode();
          ArrayNode items = answer.putArray("items");
          page.policies().forEach(it -> items.add(shown(it)));
          answer.put("next_cursor", page.next());
          answer.put("version", policies.version());
          answer.put("age_s", feed.age().toSeconds());
          return Mono.just(ok(answer));
        });
  }

  @GetMapping("/{id}")
  Mono<ResponseEntity<JsonNode>> one(@PathVariable String id, ServerWebExchange exchange) {
    return forOps(exchange, () -> Mono.just(ok(known(id))));
  }

  @PutMapping("/{id}")
  Mono<ResponseEntity<JsonNode>> put(
      @PathVariable String id, ServerHttpRequest http, ServerWebExchange exchange) {
    return forOps(
        exchange,
        () -> {
          Condition condition = Preconditions.of(http.getHeaders(), configured.contains(id));
          PolicyBody.requireJson(http.getHeaders());
          return DataBufferUtils.join(http.getBody(), BODY_BYTES_MAX)
              .map(PolicyController::bytes)
              .defaultIfEmpty(new byte[0])
              .map(body -> PolicyBody.read(id, body))
              .doOnNext(this::refuseOneTooMany)
              .flatMap(policy -> stored(() -> store.put(policy, condition)))
              .flatMap(policy -> inForce(policy.version()).thenReturn(ok(policy)));
        });
  }

  @DeleteMapping("/{id}")
  Mono<ResponseEntity<Void>> delete(
      @PathVariable String id, ServerHttpRequest http, ServerWebExchange exchange) {
    return forOps(
        exchange,
        () -> {
          Condition condition = Preconditions.of(http.getHeaders(), configured.contains(id));
          known(id);
          return stored(() -> store.delete(id, condition))
              .flatMap(version -> inForce(version).thenReturn(ResponseEntity.noContent().build()));
        });
  }

  private <T> Mono<T> forOps(ServerWebExchange exchange, Supplier<Mono<T>> action) {
    return callers.then(
        exchange,
        caller ->
            caller.isOps()
                ? action.get()
                : Mono.error(new Problem(Problem.Code.FORBIDDEN, "This needs the role ops.")));
  }

  private Policy known(String id) {
    Policy policy = find(id);
    if (policy == null) {
      throw new Problem(Problem.Code.NOT_FOUND, "There is no such policy.");
    }
    return policy;
  }

  private @Nullable Policy find(String id) {
    return feed.current().all().stream().filter(it -> it.id().equals(id)).findFirst().orElse(null);
  }

  private void refuseOneTooMany(Policy policy) {
    if (feed.current().all().size() >= properties.policiesMax() && find(policy.id()) == null) {
      throw new Problem(
          Problem.Code.INVALID,
          "At most %d policies; delete another first.".formatted(properties.policiesMax()));
    }
  }

  private static <T> Mono<T> stored(Supplier<CompletionStage<T>> change) {
    return Mono.fromCompletionStage(change)
        .timeout(PATIENCE)
        .onErrorMap(it -> it instanceof Condition.NotMet ? otherByNow() : unavailable());
  }

  private static Problem otherByNow() {
    return new Problem(
        Problem.Code.PRECONDITION_FAILED, "The policy is not what the request expects it to be.");
  }

  private static Problem unavailable() {
    return new Problem(Problem.Code.UNAVAILABLE, "Policies cannot be stored now.")
        .with("part", "limits")
        .retryAfter(Duration.ofSeconds(2));
  }

  /// Soon: the store has told of the change already.
  private Mono<Void> inForce(long version) {
    return Flux.interval(Duration.ZERO, GLANCE)
        .onBackpressureDrop()
        .takeUntil(_ -> feed.current().version() >= version)
        .take(IN_FORCE_PATIENCE)
        .then();
  }

  /// With the routes that it concerns, so that a wrong name is seen at once.
  private JsonNode shown(Policy policy) {
    var shown = (ObjectNode) json.readTree(PolicyJson.write(policy));
    shown.set("routes", json.valueToTree(RouteNames.matchedBy(policy)));
    return shown;
  }

  private ResponseEntity<JsonNode> ok(Policy policy) {
    return ResponseEntity.ok()
        .cacheControl(CacheControl.noStore())
        .eTag(Long.toString(policy.version()))
        .body(shown(policy));
  }

  private static ResponseEntity<JsonNode> ok(JsonNode body) {
    return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
  }

  private static byte[] bytes(DataBuffer buffer) {
    byte[] bytes = new byte[buffer.readableByteCount()];
    buffer.read(bytes);
    DataBufferUtils.release(buffer);
    return bytes;
  }
}
