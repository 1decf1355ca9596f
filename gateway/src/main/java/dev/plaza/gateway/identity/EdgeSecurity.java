package dev.plaza.gateway.identity;

import dev.plaza.gateway.problem.Problem;
import dev.plaza.gateway.problem.Problems;
import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.AnonymousSpec;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.web.server.authentication.ServerBearerTokenAuthenticationConverter;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.ServerAuthenticationConverter;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.savedrequest.NoOpServerRequestCache;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsConfigurationSource;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/// Every routed path needs a valid token, except the routes that say otherwise. What is not
/// routed is the gateway's own (pages, health) or does not exist.
@Configuration(proxyBeanMethods = false)
class EdgeSecurity {

  @Bean
  SecurityWebFilterChain edge(
      ServerHttpSecurity http,
      ReactiveJwtDecoder decoder,
      Problems problems,
      @Value("${plaza.gateway.cors-origins:}") List<String> corsOrigins) {
    return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
        .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
        .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
        .logout(ServerHttpSecurity.LogoutSpec::disable)
        .anonymous(AnonymousSpec::disable)
        .headers(it -> it.cache(ServerHttpSecurity.HeaderSpec.CacheSpec::disable))
        .requestCache(it -> it.requestCache(NoOpServerRequestCache.getInstance()))
        .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
        .cors(it -> it.configurationSource(cors(corsOrigins)))
        .authorizeExchange(
            it -> it.matchers(EdgeSecurity::needsToken).authenticated().anyExchange().permitAll())
        .oauth2ResourceServer(
            it ->
                it.bearerTokenConverter(whereNeeded())
                    .authenticationEntryPoint((exchange, e) -> refuse(problems, exchange, e))
                    .authenticationFailureHandler(
                        (filter, e) -> refuse(problems, filter.getExchange(), e))
                    .jwt(jwt -> jwt.jwtDecoder(decoder)))
        .exceptionHandling(
            it -> it.authenticationEntryPoint((exchange, e) -> refuse(problems, exchange, e)))
        .build();
  }

  @Bean
  ReactiveJwtDecoder jwtDecoder(
      ObjectProvider<LocalIssuerKey> local,
      IdentityProperties properties,
      @Value("${spring.security.oauth2.resourceserver.jwt.jwk-set-uri:}") String jwkSetUri) {
    LocalIssuerKey key = local.getIfAvailable();
    NimbusReactiveJwtDecoder decoder;
    if (key != null) {
      decoder = NimbusReactiveJwtDecoder.withPublicKey(key.key()).build();
    } else if (!jwkSetUri.isEmpty()) {
      decoder = NimbusReactiveJwtDecoder.withJwkSetUri(jwkSetUri).build();
    } else {
      throw new IllegalStateException(
          "No token issuer: set spring.security.oauth2.resourceserver.jwt.jwk-set-uri,"
              + " or the profile `sandbox` to try things out.");
    }
    decoder.setJwtValidator(validator(properties));
    return token -> decoder.decode(token).onErrorMap(EdgeSecurity::unlessRefused);
  }

  /// A token that cannot be checked is not a bad token.
  private static Throwable unlessRefused(Throwable e) {
    return e instanceof JwtException
        ? e
        : new AuthenticationServiceException("the issuer's keys are not to be had", e);
  }

  private static OAuth2TokenValidator<Jwt> validator(IdentityProperties properties) {
    var times = new JwtTimestampValidator(properties.skew());
    return new DelegatingOAuth2TokenValidator<>(
        times,
        new JwtIssuerValidator(properties.issuer()),
        jwt ->
            jwt.getAudience() != null && jwt.getAudience().contains(properties.audience())
                ? OAuth2TokenValidatorResult.success()
                : invalid(JwtClaimNames.AUD),
        jwt ->
            jwt.getExpiresAt() != null
                ? OAuth2TokenValidatorResult.success()
                : invalid(JwtClaimNames.EXP),
        jwt ->
            jwt.getSubject() != null && !jwt.getSubject().isBlank()
                ? OAuth2TokenValidatorResult.success()
                : invalid(JwtClaimNames.SUB));
  }

  private static OAuth2TokenValidatorResult invalid(String claim) {
    return OAuth2TokenValidatorResult.failure(
        new OAuth2Error("invalid_token", "The claim %s is not right.".formatted(claim), null));
  }

  private static Mono<MatchResult> needsToken(ServerWebExchange exchange) {
    return isGuarded(exchange) ? MatchResult.match() : MatchResult.notMatch();
  }

  private static boolean isGuarded(ServerWebExchange exchange) {
    PartRoute route = RouteTable.find(exchange.getRequest().getPath().pathWithinApplication());
    return route != null && route.needsToken();
  }

  /// A stale token must not keep anybody from a page that needs none.
  private static ServerAuthenticationConverter whereNeeded() {
    var header = new ServerBearerTokenAuthenticationConverter();
    return exchange -> isGuarded(exchange) ? header.convert(exchange) : Mono.empty();
  }

  private static Mono<Void> refuse(
      Problems problems, ServerWebExchange exchange, @Nullable AuthenticationException e) {
    if (e instanceof AuthenticationServiceException) {
      return problems.write(
          exchange,
          new Problem(Problem.Code.UNAVAILABLE, "Tokens cannot be checked now.")
              .with("part", "identity")
              .retryAfter(Duration.ofSeconds(2)));
    }
    exchange.getResponse().getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    return problems.write(
        exchange,
        new Problem(
            Problem.Code.UNAUTHENTICATED, "Send a valid, unexpired token for this platform."));
  }

  private static CorsConfigurationSource cors(List<String> origins) {
    if (origins.isEmpty()) {
      return _ -> null;
    }
    var cors = new CorsConfiguration();
    cors.setAllowedOrigins(origins);
    cors.setAllowedMethods(
        List.of(
                HttpMethod.GET,
                HttpMethod.POST,
                HttpMethod.PUT,
                HttpMethod.PATCH,
                HttpMethod.DELETE)
            .stream()
            .map(HttpMethod::name)
            .toList());
    cors.addAllowedHeader(CorsConfiguration.ALL);
    cors.setExposedHeaders(
        List.of("ETag", "Location", "Retry-After", "Idempotent-Replayed", "X-Request-Id"));
    cors.setMaxAge(Duration.ofHours(1));
    return _ -> cors;
  }
}
