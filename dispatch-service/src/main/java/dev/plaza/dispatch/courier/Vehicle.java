package dev.plaza.dispatch.courier;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;

/// What a courier rides.
public enum Vehicle {
  @JsonProperty("foot")
  FOOT,
  @JsonProperty("bicycle")
  @JsonAlias("bike")
  BICYCLE,
  @JsonProperty("e_bike")
  @JsonAlias("ebike")
  E_BIKE,
  @JsonProperty("scooter")
  @JsonAlias({"motorbike", "motorcycle", "moped"})
  SCOOTER,
  @JsonProperty("car")
  CAR
}
