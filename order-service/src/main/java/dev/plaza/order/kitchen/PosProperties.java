package dev.plaza.order.kitchen;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param keys secrets by the key id that a restaurant's endpoint names; without its secret a
///     point-of-sale system is unreachable
/// @param readTimeout how long one may take to answer
/// @param attemptsMax how often an order is offered before the restaurant counts as unreachable
/// @param retry between two offers
/// @param allowPrivate whether plain HTTP and private addresses are called: local stacks only
@ConfigurationProperties("order.pos")
record PosProperties(
    Map<String, String> keys,
    @DefaultValue("2s") Duration connectTimeout,
    @DefaultValue("5s") Duration readTimeout,
    @DefaultValue("5") int attemptsMax,
    @DefaultValue("2s") Duration retry,
    @DefaultValue("false") boolean allowPrivate) {

  PosProperties {
    keys = keys == null ? Map.of() : Map.copyOf(keys);
  }
}
