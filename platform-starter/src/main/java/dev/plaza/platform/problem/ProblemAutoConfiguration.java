package dev.plaza.platform.problem;

import io.micrometer.tracing.Tracer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Problem details for every controller.
@AutoConfiguration
class ProblemAutoConfiguration {

  @Bean
  Problems problems(ObjectProvider<Tracer> tracer) {
    return new Problems(tracer.getIfAvailable(() -> Tracer.NOOP));
  }

  @Bean
  ProblemAdvice problemAdvice(Problems problems) {
    return new ProblemAdvice(problems);
  }
}
