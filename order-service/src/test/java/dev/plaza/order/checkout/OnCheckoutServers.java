package dev.plaza.order.checkout;

import dev.plaza.infra.TestInfra;
import dev.plaza.order.Api;
import dev.plaza.order.Catalog;
import dev.plaza.order.MovableClock;
import dev.plaza.order.coupon.FakeQuota;
import dev.plaza.order.payment.FakeStripe;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;

/// The whole service on real servers with the sandbox's terms and a payment provider to watch. All
/// such tests share one context; `WORLD` tells a second instance where everything is.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("sandbox")
@ContextConfiguration(initializers = OnCheckoutServers.World.class)
@Import({MovableClock.class, Catalog.class, Api.class, Walk.class})
public @interface OnCheckoutServers {

  /// Where the servers are.
  final class World implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    static final FakeStripe STRIPE = new FakeStripe();
    static final FakeQuota QUOTA = new FakeQuota();
    static final Map<String, String> SERVERS = new HashMap<>();

    @Override
    public void initialize(ConfigurableApplicationContext context) {
      TestInfra.register(
          (String name, Supplier<Object> value) -> SERVERS.put(name, String.valueOf(value.get())),
          "plaza_order");
      SERVERS.put("order.payment.base-url", STRIPE.url());
      SERVERS.put("order.payment.read-timeout", "2s");
      SERVERS.put("order.quota.base-url", QUOTA.url());
      SERVERS.put("order.quota.token-url", QUOTA.url() + "/token");
      SERVERS.put("order.quota.read-timeout", "1s");
      SERVERS.put("order.quota.broken-for", "200ms");
      SERVERS.put("order.work.retry-first", "50ms");
      SERVERS.put("order.work.retry-max", "1s");
      TestPropertyValues.of(SERVERS).applyTo(context);
      context.getBeanFactory().registerSingleton("fakeStripe", STRIPE);
      context.getBeanFactory().registerSingleton("fakeQuota", QUOTA);
    }
  }
}
