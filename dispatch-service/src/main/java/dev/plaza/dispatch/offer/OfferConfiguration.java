package dev.plaza.dispatch.offer;

import dev.plaza.platform.RepeatingJob;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OfferConfiguration {

  private static final Duration EXPIRY_CHECK = Duration.ofSeconds(1);

  @Bean
  RepeatingJob offerExpiryJob(OfferExpiry expiry) {
    return new RepeatingJob("dispatch-offer-expiry", EXPIRY_CHECK, expiry::run);
  }
}
