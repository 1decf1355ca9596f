package dev.plaza.quota.authority;

import dev.plaza.quota.shard.Authority;
import dev.plaza.quota.shard.Grant;
import dev.plaza.quota.shard.RightsReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/// The authority in PostgreSQL. Every exchange is part of one transaction under the locks of the
/// offers it names, so that `Σ (granted − returned) ≤ limit` holds at every instant.
///
/// Calls that come while transactions are under way go into the next one together: in a rush every
/// shard asks about the same offer, whose row only one transaction can have at a time. So a rush
/// costs a few transactions for each instance, not a few for each shard.
@Component
public class PostgresAuthority implements Authority {

  /// Listeners hear `<offer> <shard>,<shard>…`: these have idle rights that another shard needs.
  public static final String RECALL = "quota_recall";

  /// Listeners hear the id of an offer of which there are rights again, or none any more.
  public static final String NEWS = "quota_news";

  private static final int ATTEMPT_SECONDS_MAX = 5;

  /// While one transaction commits, the next waits for the lock already.
  private static final int TRANSACTIONS_AT_ONCE = 2;

  private final RightsStore store;
  private final TransactionTemplate transaction;
  private final ExchangeMeter meter;
  private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();
  private final Semaphore turns = new Semaphore(TRANSACTIONS_AT_ONCE);

  PostgresAuthority(
      RightsStore store, PlatformTransactionManager transactions, ExchangeMeter meter) {
    this.store = store;
    this.meter = meter;
    this.transaction = new TransactionTemplate(transactions);
    this.transaction.setTimeout(ATTEMPT_SECONDS_MAX);
  }

  /// What one shard hands in. A shard has one exchange under way, so there are never many.
  private record Call(
      int shard, long epoch, List<RightsReport> reports, CompletableFuture<List<Grant>> answer) {

    void fail(RuntimeException reason) {
      answer.completeExceptionally(reason);
    }

    /// Nobody waits for ever, whatever was thrown.
    void breakOff() {
      if (!answer.isDone()) {
        fail(new UnreachableException("the exchange broke off", new IllegalStateException()));
      }
    }
  }

  @Override
  public List<Grant> exchange(int shard, long epoch, List<RightsReport> reports) {
    var call = new Call(shard, epoch, reports, new CompletableFuture<>());
    waiting.add(call);
    turns.acquireUninterruptibly();
    try {
      together(drain());
    } finally {
      turns.release();
    }
    try {
      // Perhaps somebody else has taken it along and is still at it.
      return call.answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException reason ? reason : e;
    }
  }

  /// Calls that no transaction has taken along yet.
  int waiting() {
    return waiting.size();
  }

  private List<Call> drain() {
    var calls = new ArrayList<Call>();
    for (Call it = waiting.poll(); it != null; it = waiting.poll()) {
      calls.add(it);
    }
    return calls;
  }

  private void together(List<Call> calls) {
    if (calls.isEmpty()) {
      return;
    }
    try {
      answer(calls);
    } catch (DataIntegrityViolationException e) {
      if (calls.size() == 1) {
        fail(calls, e);
      } else {
        // What the database refuses of one shard must not keep the others from their rights.
        calls.forEach(it -> together(List.of(it)));
      }
    } catch (DataAccessException | TransactionException e) {
      fail(calls, e);
    } finally {
      calls.forEach(Call::breakOff);
    }
  }

  private void fail(List<Call> calls, RuntimeException reason) {
    meter.failed();
    calls.forEach(it -> it.fail(new UnreachableException("the authority does not answer", reason)));
  }

  private void answer(List<Call> calls) {
    long began = System.nanoTime();
    List<@Nullable List<Grant>> grants =
        Objects.requireNonNull(transaction.execute(_ -> inTransaction(calls)));
    meter.exchanged(
        System.nanoTime() - began, calls.stream().mapToInt(it -> it.reports.size()).sum());
    for (int i = 0; i < calls.size(); i++) {
      Call it = calls.get(i);
      List<Grant> granted = grants.get(i);
      if (granted == null) {
        it.fail(
            new StaleEpochException(
                "shard %d is at a newer epoch than %d".formatted(it.shard, it.epoch)));
      } else {
        it.answer.complete(granted);
      }
    }
  }

  /// @return what each is granted, in order; null for one of an old epoch
  private List<@Nullable List<Grant>> inTransaction(List<Call> calls) {
    Map<Integer, Long> epochs = store.lockEpochs(calls.stream().map(Call::shard).toList());
    var accounts = new Accounts();
    List<Call> valid = calls.stream().filter(it -> isNewest(it, epochs)).toList();
    valid.forEach(it -> accounts.expect(it.shard, it.reports));
    accounts.load(store);
    var grants = new ArrayList<@Nullable List<Grant>>(calls.size());
    for (Call it : calls) {
      grants.add(isNewest(it, epochs) ? accounts.exchange(it.shard, it.reports) : null);
    }
    accounts.save(store);
    return grants;
  }

  private static boolean isNewest(Call it, Map<Integer, Long> epochs) {
    return Objects.equals(epochs.get(it.shard), it.epoch);
  }
}
