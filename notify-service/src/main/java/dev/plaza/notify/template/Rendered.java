package dev.plaza.notify.template;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A message as its recipient will read it.
public sealed interface Rendered {

  /// The locale whose content it is.
  String locale();

  record Email(String locale, String subject, String text, @Nullable String html)
      implements Rendered {}

  record Sms(String locale, String text) implements Rendered {}

  record Push(String locale, String title, String body, Map<String, String> data)
      implements Rendered {}

  record InApp(String locale, String title, String body, @Nullable String link)
      implements Rendered {}
}
