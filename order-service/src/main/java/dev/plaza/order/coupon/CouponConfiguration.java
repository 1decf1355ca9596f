package dev.plaza.order.coupon;

import dev.plaza.platform.RepeatingJob;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class CouponConfiguration {

  private static final Duration PURGE_EVERY = Duration.ofMinutes(10);

  @Bean
  RepeatingJob couponUsePurge(CouponUses uses) {
    return new RepeatingJob("coupon-use-purge", PURGE_EVERY, () -> uses.purge() > 0);
  }
}
