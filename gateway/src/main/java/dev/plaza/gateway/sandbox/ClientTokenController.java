package dev.plaza.gateway.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/// Tokens for services themselves: OAuth 2, client credentials (RFC 6749 §4.4), as an issuer in
/// production grants them. Their role is `service`.
@RestController
@Profile("sandbox")
class ClientTokenController {

  private static final int BODY_BYTES_MAX = 4 * 1024;
  private static final Duration LIFETIME = Duration.ofMinutes(15);

  private final SandboxIssuer issuer;
  private final SandboxProperties properties;

  ClientTokenController(SandboxIssuer issuer, SandboxProperties properties) {
    this.issuer = issuer;
    this.properties = properties;
  }

  /// A token, or the error of RFC 6749 §5.2.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Answer(
      @JsonProperty("access_token") @Nullable String accessToken,
      @JsonProperty("token_type") @Nullable String tokenType,
      @JsonProperty("expires_in") @Nullable Long expiresIn,
      @JsonProperty("error") @Nullable String error) {}

  @PostMapping(path = "/sandbox/oauth2/token", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<Answer>> token(ServerHttpRequest http) {
    var authorization = http.getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
    return DataBufferUtils.join(http.getBody(), BODY_BYTES_MAX)
        .map(SandboxController::bytes)
        .defaultIfEmpty(new byte[0])
        .map(body -> answer(ClientCredentials.of(authorization, body)));
  }

  private ResponseEntity<Answer> answer(ClientCredentials asked) {
    if (!asked.areOf(properties.clients())) {
      return ResponseEntity.status(401)
          .header(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"sandbox\"")
          .cacheControl(CacheControl.noStore())
          .body(new Answer(null, null, null, "invalid_client"));
    }
    if (!"client_credentials".equals(asked.grantType())) {
      return ResponseEntity.badRequest()
          .cacheControl(CacheControl.noStore())
          .body(
              new Answer(
                  null,
                  null,
                  null,
                  asked.grantType() == null ? "invalid_request" : "unsupported_grant_type"));
    }
    var request = new TokenRequest(asked.id(), Set.of("service"), null, null, null, LIFETIME);
    return ResponseEntity.ok()
        .cacheControl(CacheControl.noStore())
        .body(new Answer(issuer.issue(request), "Bearer", LIFETIME.toSeconds(), null));
  }
}
