package dev.plaza.order.work;

import dev.plaza.platform.RepeatingJob;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The clockwork of the jobs.
@Configuration(proxyBeanMethods = false)
class WorkConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  @Bean
  RepeatingJob jobSweep(Worker worker, WorkProperties properties) {
    return new RepeatingJob("job-sweep", properties.sweep(), worker::sweep);
  }

  @Bean
  RepeatingJob jobPurge(Jobs jobs) {
    return new RepeatingJob("job-purge", PURGE_EVERY, () -> jobs.purge() > 0);
  }
}
