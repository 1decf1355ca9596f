package dev.plaza.notify.inbox;

import dev.plaza.platform.stream.LiveStreams;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/// Puts messages into inboxes.
@Component
public class Inboxes {

  private final InboxStore store;
  private final LiveStreams streams;

  Inboxes(InboxStore store, LiveStreams streams) {
    this.store = store;
    this.streams = streams;
  }

  /// @param id the delivery it is: the same one arrives once
  public record Arrival(
      String id,
      String userId,
      String category,
      String title,
      String body,
      @Nullable String link) {}

  /// In the transaction that ends the deliveries; streams hear of it after the commit.
  public void put(List<Arrival> arrivals) {
    if (arrivals.isEmpty()) {
      return;
    }
    store.add(
        arrivals.stream()
            .map(
                it ->
                    new InboxStore.NewItem(
                        it.id(), it.userId(), it.category(), it.title(), it.body(), it.link()))
            .toList());
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            arrivals.forEach(it -> streams.wake(key(it.userId())));
          }
        });
  }

  static String key(String userId) {
    return "inbox:" + userId;
  }
}
