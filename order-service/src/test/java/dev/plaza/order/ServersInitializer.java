package dev.plaza.order;

import dev.plaza.infra.TestInfra;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/// Points the service at the test servers.
class ServersInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    Map<String, String> values = new HashMap<>();
    TestInfra.register(
        (String name, Supplier<Object> value) -> values.put(name, String.valueOf(value.get())),
        "plaza_order");
    // Nobody is there: what needs the quota service says so.
    values.put("order.quota.base-url", "http://localhost:1");
    values.put("order.quota.token-url", "http://localhost:1/token");
    TestPropertyValues.of(values).applyTo(context);
  }
}
