package dev.plaza.dev.messages;

import java.util.Locale;

/// What becomes of a message, by its recipient: everybody is reached, except those whose address
/// names another ending: `bounce@…`, `blocked@…`, `deferred@…`, `complaint@…`; for numbers the last
/// two digits `01` to `04`, for devices a token that begins with the word.
enum Story {
  DELIVERED,
  BOUNCE,
  BLOCKED,
  DEFERRED,
  COMPLAINT;

  static Story of(String recipient) {
    var text = recipient.toLowerCase(Locale.ROOT).strip();
    if (text.startsWith("+")) {
      return switch (text.substring(Math.max(0, text.length() - 2))) {
        case "01" -> BOUNCE;
        case "02" -> BLOCKED;
        case "03" -> DEFERRED;
        case "04" -> COMPLAINT;
        default -> DELIVERED;
      };
    }
    for (var story : values()) {
      if (story != DELIVERED && text.startsWith(story.name().toLowerCase(Locale.ROOT))) {
        return story;
      }
    }
    return DELIVERED;
  }
}
