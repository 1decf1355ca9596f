package dev.plaza.order.saga;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/// Who bears a refund.
public enum Liable {
  @JsonProperty("platform")
  PLATFORM,
  @JsonProperty("restaurant")
  RESTAURANT,
  @JsonProperty("courier")
  COURIER;

  /// As the HTTP contract shows it.
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
