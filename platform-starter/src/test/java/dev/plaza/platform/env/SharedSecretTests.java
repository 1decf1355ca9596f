package dev.plaza.platform.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

@ExtendWith(OutputCaptureExtension.class)
class SharedSecretTests {

  private static final String NAME = "plaza.paging.secret";

  private final MockEnvironment environment = new MockEnvironment();

  @Test
  void isKnownInTheSandboxOnly() {
    environment.setActiveProfiles("sandbox");
    String known = SharedSecret.of(environment, NAME);
    assertThat(known).isNotBlank();

    environment.setActiveProfiles("production");
    assertThatThrownBy(() -> SharedSecret.of(environment, NAME)).hasMessageContaining(NAME);
    environment.setProperty(NAME, " ");
    assertThatThrownBy(() -> SharedSecret.of(environment, NAME)).hasMessageContaining(NAME);
    environment.setProperty(NAME, known);
    assertThatThrownBy(() -> SharedSecret.of(environment, NAME)).hasMessageContaining(NAME);
  }

  @Test
  void isTheConfiguredOneEverywhere() {
    environment.setProperty(NAME, "our own");
    assertThat(SharedSecret.of(environment, NAME)).isEqualTo("our own");
    environment.setActiveProfiles("sandbox");
    assertThat(SharedSecret.of(environment, NAME)).isEqualTo("our own");
  }

  @Test
  void saysWhatToSetWhenAServiceCannotStart(CapturedOutput output) {
    var application = new SpringApplication(Needing.class);

    assertThatThrownBy(() -> application.run("--spring.main.web-application-type=none"))
        .hasRootCauseInstanceOf(SharedSecret.Missing.class);

    assertThat(output)
        .contains("The service does not start: " + NAME + " is not set")
        .contains("Set PLAZA_PAGING_SECRET");
  }

  @Configuration(proxyBeanMethods = false)
  static class Needing {
    @Bean
    String secret(Environment environment) {
      return SharedSecret.of(environment, NAME);
    }
  }
}
