package dev.plaza.platform.web;

import dev.plaza.platform.problem.Problems;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import tools.jackson.databind.json.JsonMapper;

/// Limits of requests.
@AutoConfiguration
@EnableConfigurationProperties(LimitProperties.class)
class WebAutoConfiguration {

  /// Runs behind the tracing filter, so that a refusal has a trace id, and before security.
  private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

  @Bean
  FilterRegistrationBean<BodyLimitFilter> bodyLimit(
      LimitProperties limits, Problems problems, JsonMapper json) {
    var registration = new FilterRegistrationBean<>(new BodyLimitFilter(limits, problems, json));
    registration.setOrder(ORDER);
    return registration;
  }
}
