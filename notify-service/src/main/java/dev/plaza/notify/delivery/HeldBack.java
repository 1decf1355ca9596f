package dev.plaza.notify.delivery;

import dev.plaza.notify.preference.PreferencesChanged;
import java.time.Clock;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// What waits for the end of somebody's night waits by the wishes he had then. When they change,
/// it is decided anew: another zone or other hours may release it at once, or much later.
@Component
class HeldBack {

  private final DeliveryStore store;
  private final Clock clock;

  HeldBack(DeliveryStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @EventListener
  void on(PreferencesChanged change) {
    store.lookAgain(change.recipient(), clock.instant());
  }
}
