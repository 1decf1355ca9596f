package dev.plaza.notify.delivery;

import dev.plaza.notify.inbox.Inboxes;
import dev.plaza.notify.provider.Outgoing.Priority;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Takes up what is due: one transaction checks, counts, renders, routes and writes the attempts of
/// a batch. What comes out of it is committed and may leave at once; nothing else may.
@Component
class Claiming {

  private static final Log LOG = LogFactory.getLog(Claiming.class);

  private final DeliveryStore store;
  private final FactFinder finder;
  private final Inboxes inboxes;
  private final DeliveryEvents events;
  private final Clock clock;
  private final TransactionTemplate transaction;
  private final ClaimWork.Tools tools;

  Claiming(
      DeliveryStore store,
      FactFinder finder,
      Inboxes inboxes,
      DeliveryEvents events,
      Clock clock,
      TransactionTemplate transaction,
      ClaimWork.Tools claimTools) {
    this.store = store;
    this.finder = finder;
    this.inboxes = inboxes;
    this.events = events;
    this.clock = clock;
    this.transaction = transaction;
    this.tools = claimTools;
  }

  /// @param taken how many deliveries were due
  /// @param stalled whether some of them could not leave for want of a provider, and none could
  record Batch(int taken, boolean stalled, List<Sending> sendings) {
    static final Batch NONE = new Batch(0, false, List.of());
  }

  Batch claim(Priority priority, int max) {
    var taken = new ArrayList<String>();
    try {
      return inOne(now -> store.due(priority, now, max, taken));
    } catch (TransientDataAccessException | DataAccessResourceFailureException e) {
      throw e;
    } catch (RuntimeException e) {
      if (taken.isEmpty()) {
        throw e;
      }
      LOG.error("a batch of " + taken.size() + " deliveries fails, each is tried alone", e);
      return apart(taken);
    }
  }

  /// One of them cannot be read or handled, nobody knows which: alone, each answers for itself.
  private Batch apart(List<String> ids) {
    var sendings = new ArrayList<Sending>();
    for (String id : ids) {
      try {
        sendings.addAll(inOne(now -> store.due(id, now)).sendings());
      } catch (TransientDataAccessException | DataAccessResourceFailureException e) {
        LOG.warn("the rest of the batch waits: " + e.getMessage());
        break;
      } catch (RuntimeException e) {
        LOG.error("delivery " + id + " cannot be handled", e);
        store.blame(id, clock.instant());
      }
    }
    return new Batch(ids.size(), false, sendings);
  }

  private Batch inOne(Function<Instant, List<Delivery>> due) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Batch batch = transaction.execute(_ -> claimLocked(due.apply(now), now));
    return batch == null ? Batch.NONE : batch;
  }

  private Batch claimLocked(List<Delivery> due, Instant now) {
    if (due.isEmpty()) {
      return Batch.NONE;
    }
    var facts = finder.find(due);
    var work = new ClaimWork(tools, facts, now);
    due.forEach(work::check);
    work.repetitionsAndCaps();
    work.digests();
    work.compose();
    work.obeyRates();
    store.write(work.changes(), now);
    store.begin(work.beginnings(), now);
    inboxes.put(work.arrivals());
    events.claimed(work.ended(), facts, now);
    var sendings = work.sendings();
    return new Batch(due.size(), work.waits() > 0 && sendings.isEmpty(), sendings);
  }
}
