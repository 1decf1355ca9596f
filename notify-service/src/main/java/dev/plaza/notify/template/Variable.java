package dev.plaza.notify.template;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/// A value a template wants.
///
/// @param required whether a message without it is refused
/// @param fallback what stands in when it is absent; JSON `default`
public record Variable(
    @Nullable Boolean required, @JsonProperty("default") @Nullable Object fallback) {

  boolean isRequired() {
    return Boolean.TRUE.equals(required);
  }
}
