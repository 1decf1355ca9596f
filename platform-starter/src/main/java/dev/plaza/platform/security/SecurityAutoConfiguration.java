package dev.plaza.platform.security;

import dev.plaza.platform.problem.Problems;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/// Every path needs a valid token of our audience, except what is listed here or configured.
@AutoConfiguration(
    beforeName =
        "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration")
@EnableConfigurationProperties(SecurityProperties.class)
class SecurityAutoConfiguration {

  private static final String[] OPEN = {
    "/actuator/health/**", "/actuator/health", "/actuator/prometheus", "/v3/api-docs/**", "/error"
  };

  @Bean
  SecurityFilterChain plazaSecurity(
      HttpSecurity http, SecurityProperties properties, Problems problems, JsonMapper json) {
    var entryPoint = new ProblemEntryPoint(problems, json);
    return http.csrf(AbstractHttpConfigurer::disable)
        .sessionManagement(it -> it.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .anonymous(it -> {})
        .headers(it -> it.withObjectPostProcessor(new EagerHeaders()))
        .authorizeHttpRequests(
            it ->
                it.dispatcherTypeMatchers(
                        jakarta.servlet.DispatcherType.ASYNC, jakarta.servlet.DispatcherType.ERROR)
                    .permitAll()
                    .requestMatchers(OPEN)
                    .permitAll()
                    .requestMatchers(properties.publicPaths().toArray(String[]::new))
                    .permitAll()
                    .anyRequest()
                    .authenticated())
        .oauth2ResourceServer(it -> it.jwt(jwt -> {}).authenticationEntryPoint(entryPoint))
        .exceptionHandling(
            it -> it.authenticationEntryPoint(entryPoint).accessDeniedHandler(entryPoint))
        .build();
  }

  /// The request is observed as a whole. One more observation for every filter of the chain cost a
  /// quarter of a short request's CPU time.
  @Bean
  @ConditionalOnMissingBean
  SecurityObservationSettings requestsAreObservedOnce() {
    return SecurityObservationSettings.noObservations();
  }

  /// The default firewall, but its rule for header values (assigned characters, no controls except
  /// the tab) is a loop. As a regular expression over a token of 800 characters, several times per
  /// request, it cost more than checking the token.
  @Bean
  @ConditionalOnMissingBean
  HttpFirewall firewall() {
    var firewall = new StrictHttpFirewall();
    firewall.setAllowedHeaderValues(SecurityAutoConfiguration::isHeaderValue);
    return firewall;
  }

  static boolean isHeaderValue(String text) {
    for (int at = 0; at < text.length(); ) {
      int character = text.codePointAt(at);
      boolean printable = Character.isDefined(character) && !Character.isISOControl(character);
      if (!printable && character != '\t') {
        return false;
      }
      at += Character.charCount(character);
    }
    return true;
  }

  @Bean
  static BeanPostProcessor cachingJwtDecoder(
      org.springframework.beans.factory.ObjectProvider<SecurityProperties> properties,
      org.springframework.beans.factory.ObjectProvider<Clock> clock) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof JwtDecoder decoder
            ? new CachingJwtDecoder(decoder, properties.getObject(), clock.getObject())
            : bean;
      }
    };
  }

  /// The standard validators accept what is absent: a token without expiry would live for ever.
  @Bean
  OAuth2TokenValidator<Jwt> subjectAndExpiryPresent() {
    return jwt ->
        jwt.getExpiresAt() == null || jwt.getSubject() == null || jwt.getSubject().isBlank()
            ? OAuth2TokenValidatorResult.failure(
                new OAuth2Error("invalid_token", "exp and sub are required", null))
            : OAuth2TokenValidatorResult.success();
  }

  @Bean
  WebMvcConfigurer callerParameter() {
    return new WebMvcConfigurer() {
      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CallerResolver());
      }
    };
  }

  /// A live stream writes on its own thread while the filters of its request are still returning:
  /// headers must be complete by then.
  private static final class EagerHeaders implements ObjectPostProcessor<HeaderWriterFilter> {

    @Override
    public <T extends HeaderWriterFilter> T postProcess(T filter) {
      filter.setShouldWriteHeadersEagerly(true);
      return filter;
    }
  }
}
