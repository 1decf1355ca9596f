package dev.plaza.notify.webhook;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// How the certificates of SNS are fetched.
@Configuration(proxyBeanMethods = false)
class WebhookConfiguration {

  @Bean
  SnsFetch snsFetch() {
    return SnsFetch.overHttp();
  }
}
