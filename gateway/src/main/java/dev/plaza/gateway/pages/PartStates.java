package dev.plaza.gateway.pages;

import dev.plaza.gateway.routing.Parts;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Whether the parts are ready, asked at most every two seconds, whoever wants to know.
@Component
class PartStates {

  private static final Duration REMEMBERED = Duration.ofSeconds(2);

  /// While the platform starts, parts come up one after the other.
  private static final Duration REMEMBERED_AT_FIRST = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final WebClient client;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final Mono<Map<String, State>> states;

  /// @param ready instances that are
  /// @param instances instances there should be
  record State(int ready, int instances) {

    /// A part works as long as one instance does.
    boolean isUp() {
      return ready > 0;
    }
  }

  PartStates(Parts parts) {
    this.client = WebClient.create();
    Map<String, List<URI>> uris = parts.uris();
    this.states =
        Flux.fromIterable(uris.entrySet())
            .flatMapSequential(
                part ->
                    Flux.fromIterable(part.getValue())
                        .flatMap(this::isReady)
                        .filter(Boolean::booleanValue)
                        .count()
                        .map(it -> new State(it.intValue(), part.getValue().size()))
                        .map(it -> Map.entry(part.getKey(), it)))
            .collectList()
            .map(PartStates::inOrder)
            .cache(this::remembered, _ -> Duration.ZERO, () -> Duration.ZERO);
  }

  private Duration remembered(Map<String, State> found) {
    found.forEach(
        (name, state) -> {
          if (state.isUp()) {
            seen.add(name);
          }
        });
    return seen.containsAll(found.keySet()) ? REMEMBERED : REMEMBERED_AT_FIRST;
  }

  Mono<Map<String, State>> get() {
    return states;
  }

  private static Map<String, State> inOrder(List<Map.Entry<String, State>> entries) {
    var map = new LinkedHashMap<String, State>();
    entries.forEach(it -> map.put(it.getKey(), it.getValue()));
    return map;
  }

  private Mono<Boolean> isReady(URI instance) {
    return client
        .get()
        .uri(instance.resolve("/actuator/health/readiness"))
        .exchangeToMono(it -> it.releaseBody().thenReturn(it.statusCode()))
        .map(HttpStatusCode::is2xxSuccessful)
        .timeout(PATIENCE)
        .onErrorReturn(false);
  }
}
