package dev.plaza.notify.provider.setup;

import dev.plaza.notify.provider.http.HttpCalls;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/// The providers, and the connections that those over HTTP share.
@Configuration(proxyBeanMethods = false)
@Import(ProviderBeans.class)
class ProviderConfiguration {

  @Bean
  HttpCalls providerCalls(Clock clock) {
    return new HttpCalls(clock);
  }
}
