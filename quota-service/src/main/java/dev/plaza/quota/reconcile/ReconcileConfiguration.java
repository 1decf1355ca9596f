package dev.plaza.quota.reconcile;

import dev.plaza.platform.RepeatingJob;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ReconcileConfiguration {

  @Bean
  RepeatingJob reconciliationJob(
      Reconciliation reconciliation, @Value("${quota.reconcile.every:60s}") Duration every) {
    return new RepeatingJob("quota-reconciliation", every, reconciliation::round);
  }

  @Bean
  MeterBinder drift(Reconciliation reconciliation) {
    return meters -> {
      Gauge.builder("quota.drift", reconciliation, Reconciliation::drift)
          .description("Units by which log, authority and shards differ; must be 0")
          .register(meters);
      Gauge.builder("plaza.quota.rights.outstanding", reconciliation, Reconciliation::outstanding)
          .description("Rights that shards have and have not spent")
          .register(meters);
    };
  }
}
