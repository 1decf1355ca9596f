package dev.plaza.gateway.pages;

import dev.plaza.gateway.routing.Parts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The API of all parts as one document, at most ten seconds old. A part that does not answer is
/// shown as it last did, or named as missing.
@RestController
class OpenApiController {

  private static final Log LOG = LogFactory.getLog(OpenApiController.class);
  private static final Duration REMEMBERED = Duration.ofSeconds(10);

  /// While there are parts that never answered yet.
  private static final Duration REMEMBERED_AT_FIRST = Duration.ofMillis(500);

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int DOCUMENT_BYTES_MAX = 8 << 20;

  private final WebClient client;
  private final JsonMapper json;
  private final ObjectNode own;
  private final Map<String, List<URI>> parts;
  private final Map<String, JsonNode> last = new ConcurrentHashMap<>();
  private final Mono<ObjectNode> document;

  OpenApiController(Parts parts, JsonMapper json, Environment environment) {
    this.client =
        WebClient.builder()
            .codecs(it -> it.defaultCodecs().maxInMemorySize(DOCUMENT_BYTES_MAX))
            .build();
    this.json = json;
    this.parts = parts.uris();
    this.own = ownDocument(environment.acceptsProfiles(Profiles.of("sandbox")));
    this.document =
        Mono.defer(this::join)
            .cache(
                _ ->
                    last.keySet().containsAll(this.parts.keySet())
                        ? REMEMBERED
                        : REMEMBERED_AT_FIRST,
                _ -> Duration.ZERO,
                () -> Duration.ZERO);
  }

  private ObjectNode ownDocument(boolean sandbox) {
    var file = new ClassPathResource("openapi/gateway.json", getClass().getClassLoader());
    try {
      var document = (ObjectNode) json.readTree(file.getContentAsByteArray());
      if (!sandbox) {
        ((ObjectNode) document.get("paths")).remove(List.of("/sandbox/token", "/sandbox/jwks"));
      }
      return document;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @GetMapping(path = "/openapi", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<JsonNode> document() {
    return document.cast(JsonNode.class);
  }

  private Mono<ObjectNode> join() {
    return Flux.fromIterable(parts.entrySet())
        .flatMap(it -> fetch(it.getKey(), it.getValue()))
        .collectList()
        .map(
            fetched -> {
              fetched.forEach(
                  it -> it.ifPresent(found -> last.put(found.getKey(), found.getValue())));
              var documents = new LinkedHashMap<String, JsonNode>();
              parts.keySet().stream()
                  .filter(last::containsKey)
                  .forEach(it -> documents.put(it, last.get(it)));
              List<String> missing =
                  parts.keySet().stream().filter(it -> !documents.containsKey(it)).toList();
              return OpenApiJoin.join(own, documents, missing);
            });
  }

  /// From the first instance that answers.
  private Mono<Optional<Map.Entry<String, JsonNode>>> fetch(String part, List<URI> instances) {
    return Flux.fromIterable(instances)
        .concatMap(this::fetch)
        .next()
        .map(it -> Optional.of(Map.entry(part, it)))
        .defaultIfEmpty(Optional.empty());
  }

  private Mono<JsonNode> fetch(URI instance) {
    return client
        .get()
        .uri(instance.resolve("/v3/api-docs"))
        .retrieve()
        .bodyToMono(byte[].class)
        .timeout(PATIENCE)
        .map(json::readTree)
        .onErrorResume(
            e -> {
              LOG.debug("no OpenAPI from " + instance, e);
              return Mono.empty();
            });
  }
}
