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
    TestPropertyValues.of(values).applyTo(context);
  }
}
