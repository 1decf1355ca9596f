package dev.plaza.platform.paging;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/// Cursors of lists. All instances of a service need the same `plaza.paging.secret`.
@AutoConfiguration
class PagingAutoConfiguration {

  @Bean
  Cursors cursors(@Value("${plaza.paging.secret:local-cursors-only}") String secret) {
    return new Cursors(secret);
  }
}
