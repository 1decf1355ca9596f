package dev.plaza.dev.psp;

import java.util.List;

/// What one request changed: objects in their new state, lines for the books, news for webhooks.
record Change(
    List<Intent> intents, List<Refund> refunds, List<BookEntry> entries, List<Notice> notices) {

  static final Change NONE = new Change(List.of(), List.of(), List.of(), List.of());

  /// @param id the intent or refund that the webhook of this type shows
  record Notice(String type, String id) {}

  static Change of(Intent intent, List<BookEntry> entries, List<String> types) {
    var notices = types.stream().map(type -> new Notice(type, intent.id())).toList();
    return new Change(List.of(intent), List.of(), entries, notices);
  }
}
