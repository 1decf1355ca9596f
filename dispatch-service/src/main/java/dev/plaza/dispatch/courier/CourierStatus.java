package dev.plaza.dispatch.courier;

import com.fasterxml.jackson.annotation.JsonProperty;

/// What a courier says about himself.
public enum CourierStatus {
  /// Gets offers.
  @JsonProperty("online")
  ONLINE,
  /// Has gone home.
  @JsonProperty("offline")
  OFFLINE,
  /// On duty but gets no offers; what he carries stays his.
  @JsonProperty("paused")
  PAUSED
}
