package dev.plaza.platform;

import java.time.Clock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;

/// Time and JSON.
@AutoConfiguration(
    beforeName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
class PlatformAutoConfiguration {

  private static final int JSON_DEPTH_MAX = 64;
  private static final int JSON_STRING_MAX = 1_000_000;
  private static final int JSON_NUMBER_MAX = 64;

  @Bean
  @ConditionalOnMissingBean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  JsonFactoryBuilderCustomizer boundedJson() {
    return builder ->
        builder.streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(JSON_DEPTH_MAX)
                .maxStringLength(JSON_STRING_MAX)
                .maxNumberLength(JSON_NUMBER_MAX)
                .build());
  }

  /// Wrong types are refused, not bent: `"1"` is no number and `1.5` no integer.
  @Bean
  JsonMapperBuilderCustomizer strictJson() {
    return builder ->
        builder
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new NoNulModule());
  }
}
