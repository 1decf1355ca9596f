package dev.plaza.platform.stream;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/// Live streams.
@AutoConfiguration
@EnableConfigurationProperties(StreamProperties.class)
class StreamAutoConfiguration {

  @Bean
  LiveStreams liveStreams(StreamProperties properties, MeterRegistry meters) {
    return new LiveStreams(properties, meters);
  }
}
