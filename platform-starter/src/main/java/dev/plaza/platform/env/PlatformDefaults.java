package dev.plaza.platform.env;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ClassPathResource;

/// What every service sets the same way, below everything that a service or operator says.
final class PlatformDefaults implements EnvironmentPostProcessor {

  private static final String FILE = "plaza-defaults.yaml";

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    try {
      new YamlPropertySourceLoader()
          .load(FILE, new ClassPathResource(FILE, getClass().getClassLoader()))
          .forEach(environment.getPropertySources()::addLast);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
