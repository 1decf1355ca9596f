package dev.plaza.order.risk;

import dev.plaza.platform.RepeatingJob;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Upkeep of what is remembered.
@Configuration(proxyBeanMethods = false)
class RiskConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  @Bean
  RepeatingJob riskPurge(RiskMemory memory) {
    return new RepeatingJob("risk-purge", PURGE_EVERY, () -> memory.purge() > 0);
  }
}
