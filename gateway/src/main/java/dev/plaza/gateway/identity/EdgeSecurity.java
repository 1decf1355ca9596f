package dev.plaza.gateway.identity;

import dev.plaza.gateway.limits.Limits;
import dev.plaza.gateway.problem.Problems;
import dev.plaza.gateway.routing.PartRoute;
import dev.plaza.gateway.routing.RouteTable;
import dev.plaza.gateway.routing.RoutingProperties;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity.AnonymousSpec;
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
      Limits limits,
      RoutingProperties routing) {
    var refusals = new Refusals(problems, limits);
    return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
        .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
        .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
        .logout(ServerHttpSecurity.LogoutSpec::disable)
        .anonymous(AnonymousSpec::disable)
        .headers(it -> it.cache(ServerHttpSecurity.HeaderSpec.CacheSpec::disable))
        .requestCache(it -> it.requestCache(NoOpServerRequestCache.getInstance()))
        .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
        .cors(it -> it.configurationSource(cors(routing.corsOrigins())))
        .authorizeExchange(
            it -> it.matchers(EdgeSecurity::needsToken).authenticated().anyExchange().permitAll())
        .oauth2ResourceServer(
            it ->
                it.bearerTokenConverter(whereNeeded())
                    .authenticationEntryPoint(refusals::write)
                    .authenticationFailureHandler(
                        (filter, e) -> refusals.write(filter.getExchange(), e))
                    .jwt(jwt -> jwt.jwtDecoder(decoder)))
        .exceptionHandling(it -> it.authenticationEntryPoint(refusals::write))
        .build();
  }

  @Bean
  ReactiveJwtDecoder jwtDecoder(
      ObjectProvider<LocalIssuerKey> local,
      IdentityProperties properties,
      Clock clock,
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
    return new RememberedTokens(
        token -> decoder.decode(token).onErrorMap(EdgeSecurity::unlessRefused), properties, clock);
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
    var path = exchange.getRequest().getPath().pathWithinApplication();
    PartRoute own = RouteTable.own(path);
    PartRoute route = own == null ? RouteTable.find(path) : own;
    return route != null && route.needsToken();
  }

  /// A stale token must not keep anybody from a page that needs none.
  private static ServerAuthenticationConverter whereNeeded() {
    var header = new ServerBearerTokenAuthenticationConverter();
    return exchange -> isGuarded(exchange) ? header.convert(exchange) : Mono.empty();
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
        Stream.concat(
                Stream.of("ETag", "Location", "Idempotent-Replayed", "X-Request-Id"),
                RateLimitHeaders.EXPOSED.stream())
            .toList());
    cors.setMaxAge(Duration.ofHours(1));
    return _ -> cors;
  }
}
