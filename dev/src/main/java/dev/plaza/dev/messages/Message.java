package dev.plaza.dev.messages;

import java.time.Instant;
import java.util.Map;

/// A message that would have gone out.
///
/// @param id counts up from 1
/// @param channel `email`, `sms` or `push`
/// @param ref what the provider answered with
/// @param html empty: text only
/// @param details headers and fields that a tester may want to see
record Message(
    long id,
    Instant at,
    String provider,
    String channel,
    String ref,
    String from,
    String to,
    String subject,
    String text,
    String html,
    Map<String, String> details) {

  Message {
    details = Map.copyOf(details);
  }

  int size() {
    return subject.length() + text.length() + html.length() + 200;
  }
}
