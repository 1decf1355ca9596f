package dev.plaza.catalog;

import dev.plaza.infra.TestInfra;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.HashMap;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;

/// The whole service on real servers, with its sample city; one instance for all such tests.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ContextConfiguration(initializers = CatalogTest.Servers.class)
@ActiveProfiles("sandbox")
public @interface CatalogTest {

  final class Servers implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
      var values = new HashMap<String, Object>();
      TestInfra.register((name, value) -> values.put(name, value.get()), "plaza_catalog");
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(new MapPropertySource("test-servers", values));
    }
  }
}
