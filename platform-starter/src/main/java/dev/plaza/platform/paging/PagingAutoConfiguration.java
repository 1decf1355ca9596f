package dev.plaza.platform.paging;

import dev.plaza.platform.env.SharedSecret;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/// Cursors of lists. All instances of a service need the same `plaza.paging.secret`.
@AutoConfiguration
class PagingAutoConfiguration {

  @Bean
  Cursors cursors(Environment environment) {
    return new Cursors(SharedSecret.of(environment, "plaza.paging.secret"));
  }
}
