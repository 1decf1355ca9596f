package dev.plaza.notify.template;

import com.github.jknack.handlebars.EscapingStrategy;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Where a value is printed; each place has its own dangers, and only its own escapes.
enum OutputContext {
  /// Plain text, SMS, push, inbox: as it is, without control characters.
  TEXT {
    @Override
    CharSequence escape(CharSequence value) {
      return CONTROLS.matcher(value).replaceAll("");
    }
  },
  HTML {
    @Override
    CharSequence escape(CharSequence value) {
      return EscapingStrategy.HTML_ENTITY.escape(TEXT.escape(value));
    }
  },
  /// A subject or title: one line, whatever was put in.
  HEADER {
    @Override
    CharSequence escape(CharSequence value) {
      return oneLine(value);
    }
  },
  /// Part of a link.
  URL {
    @Override
    CharSequence escape(CharSequence value) {
      return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
  };

  private static final Pattern CONTROLS =
      Pattern.compile("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F]");
  private static final Pattern BREAKS = Pattern.compile("[\\x00-\\x1F\\x7F\\u0085\\u2028\\u2029]+");

  abstract CharSequence escape(CharSequence value);

  static String oneLine(CharSequence text) {
    return BREAKS.matcher(text).replaceAll(" ").strip();
  }
}
