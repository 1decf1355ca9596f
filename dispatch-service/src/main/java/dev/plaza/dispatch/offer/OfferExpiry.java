package dev.plaza.dispatch.offer;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Closes offers whose time is up; each in its own transaction, so that none holds up another.
@Component
class OfferExpiry {

  private final OfferStore store;
  private final Closing closing;
  private final OfferProperties properties;
  private final TransactionTemplate transaction;
  private final Clock clock;

  OfferExpiry(
      OfferStore store,
      Closing closing,
      OfferProperties properties,
      TransactionTemplate transaction,
      Clock clock) {
    this.store = store;
    this.closing = closing;
    this.properties = properties;
    this.transaction = transaction;
    this.clock = clock;
  }

  /// @return whether more may be waiting
  boolean run() {
    var expired = store.expired(properties.expiredMax());
    var again = clock.instant().plus(properties.againAfter());
    for (var offer : expired) {
      transaction.executeWithoutResult(_ -> closing.expire(offer, again));
    }
    return expired.size() == properties.expiredMax();
  }
}
