package dev.plaza.dispatch.surge;

import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SurgeConfiguration {

  @Bean
  RepeatingJob surgeJob(SurgeWatch watch, SurgeProperties properties) {
    return new RepeatingJob("dispatch-surge", properties.every(), watch::look);
  }

  @Bean
  MeterBinder highestSurge(SurgeLevels levels) {
    return meters ->
        Gauge.builder("dispatch.surge.highest", levels, SurgeLevels::highest)
            .description("Highest surge level of all cells")
            .register(meters);
  }
}
