package dev.plaza.dispatch.travel;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param speedMps how fast couriers ride on the street, metres a second
/// @param detour how much longer the street is than the straight line
/// @param timeFactor how much faster than real time the couriers of a simulated city are
/// @param atRestaurant from arrival to having the food, when it is ready
/// @param atCustomer from arrival to hand-over
@ConfigurationProperties("plaza.dispatch.travel")
record TravelProperties(
    @DefaultValue("5.0") double speedMps,
    @DefaultValue("1.3") double detour,
    @DefaultValue("1") double timeFactor,
    @DefaultValue("90s") Duration atRestaurant,
    @DefaultValue("120s") Duration atCustomer) {

  TravelProperties {
    if (!(speedMps > 0) || !(detour >= 1) || !(timeFactor > 0)) {
      throw new IllegalArgumentException("plaza.dispatch.travel: speed, detour or time factor");
    }
  }
}
