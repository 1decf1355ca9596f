package dev.plaza.gateway.sandbox;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Map;
import org.springframework.context.annotation.Profile;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Profile("sandbox")
class SandboxController {

  private static final int BODY_BYTES_MAX = 16 * 1024;

  private final SandboxIssuer issuer;
  private final JsonMapper json;

  SandboxController(SandboxIssuer issuer, JsonMapper json) {
    this.issuer = issuer;
    this.json = json;
  }

  record TokenAnswer(
      @JsonProperty("access_token") String accessToken,
      @JsonProperty("expires_in") long expiresIn,
      @JsonProperty("token_type") String tokenType) {}

  /// The body is taken as JSON whatever its declared type, so that a bare `curl -d` works.
  @PostMapping(path = "/sandbox/token", produces = MediaType.APPLICATION_JSON_VALUE)
  Mono<ResponseEntity<TokenAnswer>> token(ServerHttpRequest http) {
    return DataBufferUtils.join(http.getBody(), BODY_BYTES_MAX)
        .map(SandboxController::bytes)
        .defaultIfEmpty(new byte[0])
        .map(body -> answer(TokenRequest.parse(body, json)));
  }

  private ResponseEntity<TokenAnswer> answer(TokenRequest request) {
    return ResponseEntity.ok()
        .cacheControl(CacheControl.noStore())
        .body(new TokenAnswer(issuer.issue(request), request.lifetime().toSeconds(), "Bearer"));
  }

  static byte[] bytes(DataBuffer buffer) {
    byte[] bytes = new byte[buffer.readableByteCount()];
    buffer.read(bytes);
    DataBufferUtils.release(buffer);
    return bytes;
  }

  @GetMapping(path = "/sandbox/jwks", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<Map<String, Object>> keys() {
    return ResponseEntity.ok()
        .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)))
        .body(issuer.publicKeys());
  }
}
