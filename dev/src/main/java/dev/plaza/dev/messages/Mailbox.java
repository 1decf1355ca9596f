package dev.plaza.dev.messages;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The messages of all providers, the newest first. Old ones leave when there are more than
/// [#MESSAGES_MAX] or when they hold more than [#CHARACTERS_MAX] together.
final class Mailbox {

  static final int MESSAGES_MAX = 2_000;
  static final int CHARACTERS_MAX = 8_000_000;
  static final int BODY_MAX = 200_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Message> messages = new ArrayDeque<>();
  private final Clock clock;
  private long lastId;
  private long characters;

  Mailbox(Clock clock) {
    this.clock = clock;
  }

  /// What a provider hands over.
  record Draft(
      String provider,
      String channel,
      String ref,
      String from,
      String to,
      String subject,
      String text,
      String html,
      Map<String, String> details) {}

  Message add(Draft draft) {
    lock.lock();
    try {
      var message =
          new Message(
              ++lastId,
              clock.instant(),
              draft.provider,
              draft.channel,
              draft.ref,
              draft.from,
              draft.to,
              draft.subject,
              cut(draft.text),
              cut(draft.html),
              draft.details);
      messages.addFirst(message);
      characters += message.size();
      while (messages.size() > MESSAGES_MAX || characters > CHARACTERS_MAX) {
        characters -= messages.removeLast().size();
      }
      return message;
    } finally {
      lock.unlock();
    }
  }

  private static String cut(String text) {
    return text.length() <= BODY_MAX ? text : text.substring(0, BODY_MAX);
  }

  /// @param to part of a recipient; empty: everybody
  /// @param channel empty: all
  List<Message> find(String to, String channel, int limit) {
    var wanted = to.strip().toLowerCase(Locale.ROOT);
    lock.lock();
    try {
      var found = new ArrayList<Message>();
      for (var message : messages) {
        if (found.size() < limit
            && message.to().toLowerCase(Locale.ROOT).contains(wanted)
            && (channel.isEmpty() || message.channel().equals(channel))) {
          found.add(message);
        }
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  Optional<Message> get(long id) {
    lock.lock();
    try {
      return messages.stream().filter(message -> message.id() == id).findFirst();
    } finally {
      lock.unlock();
    }
  }

  /// How many came since the start, also those that have left.
  long total() {
    lock.lock();
    try {
      return lastId;
    } finally {
      lock.unlock();
    }
  }

  void clear() {
    lock.lock();
    try {
      messages.clear();
      characters = 0;
    } finally {
      lock.unlock();
    }
  }
}
