package dev.plaza.notify.template;

import dev.plaza.notify.provider.Channel;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a template says in one locale, per channel. Subject and body always come from one locale.
///
/// @param email null: not on this channel; so for the others
public record Content(
    @Valid @Nullable Email email,
    @Valid @Nullable Sms sms,
    @Valid @Nullable Push push,
    @Valid @Nullable InApp inApp) {

  /// @param html null: text only
  public record Email(@NotNull String subject, @NotNull String text, @Nullable String html) {}

  public record Sms(@NotNull String text) {}

  /// @param data values for the app: text, or a number or boolean that is written as text, because
  ///     push services take nothing else
  public record Push(
      @NotNull String title, @NotNull String body, @Nullable Map<String, Object> data) {

    /// Its values as they are rendered.
    Map<String, String> texts() {
      var texts = new LinkedHashMap<String, String>();
      if (data != null) {
        data.forEach((name, value) -> texts.put(name, String.valueOf(value)));
      }
      return texts;
    }
  }

  /// @param link where the app goes on a tap: a path or an http(s) URL
  public record InApp(@NotNull String title, @NotNull String body, @Nullable String link) {}

  boolean has(Channel channel) {
    return switch (channel) {
      case EMAIL -> email != null;
      case SMS -> sms != null;
      case PUSH -> push != null;
      case IN_APP -> inApp != null;
    };
  }
}
