package dev.plaza.quota.reconcile;

import dev.plaza.quota.ownership.OwnedShard;
import dev.plaza.quota.ownership.ShardMap;
import dev.plaza.quota.shard.OfferView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Adds up what does not agree. Anything but 0 is an error of ours, never of a client.
@Component
class Reconciliation {

  static final int OFFERS_MAX = 500;

  private static final Log LOG = LogFactory.getLog(Reconciliation.class);
  private static final long WAIT_MS = 1_000;

  private final Books books;
  private final ShardMap map;
  private volatile long drift;
  private volatile long outstanding;

  Reconciliation(Books books, ShardMap map) {
    this.books = books;
    this.map = map;
  }

  /// @param drift units by which the books differ
  /// @param pending shards whose log has not arrived yet, so that nothing can be said about them
  record Report(long drift, int pending, List<OfferReport> offers) {}

  /// @param log units used by the queryable log
  /// @param authority units used as told to the authority
  /// @param shards units used by the shards of this instance that are at rest and agree with the
  ///     log's end; null if there is none
  record OfferReport(
      String offerId,
      long drift,
      int pending,
      long log,
      long authority,
      @Nullable Long shards,
      List<String> differences) {}

  Report report() {
    Map<String, List<Books.Line>> lines = new LinkedHashMap<>();
    for (Books.Line it : books.lines(OFFERS_MAX)) {
      lines.computeIfAbsent(it.offer(), _ -> new ArrayList<>()).add(it);
    }
    Map<String, Books.Account> wrong = new LinkedHashMap<>();
    books.wrongAccounts(OFFERS_MAX).forEach(it -> wrong.put(it.offer(), it));
    var offers = new ArrayList<OfferReport>();
    lines.forEach((offer, shards) -> offers.add(report(offer, shards, wrong.get(offer))));
    long sum = offers.stream().mapToLong(OfferReport::drift).sum();
    int pending = offers.stream().mapToInt(OfferReport::pending).sum();
    return new Report(sum, pending, offers);
  }

  private OfferReport report(
      String offer, List<Books.Line> lines, Books.@Nullable Account account) {
    var differences = new ArrayList<String>();
    long sum = 0;
    Long live = null;
    for (Books.Line it : lines) {
      long off = it.drift();
      if (off != 0) {
        differences.add("shard " + it.shard() + ": log and authority: " + it);
      }
      OfferView view = atRest(it);
      if (view != null) {
        long used = view.confirmed() + view.held();
        live = (live == null ? 0 : live) + used;
        if (used != it.logUsedAll()) {
          off += Math.abs(used - it.logUsedAll());
          differences.add(
              "shard %d: it says %d, the log %d".formatted(it.shard(), used, it.logUsedAll()));
        }
      }
      sum += off;
    }
    if (account != null) {
      sum += Math.abs(account.out() - account.shardsOut());
      sum += Math.abs(account.used() - account.shardsUsed());
      differences.add("authority: " + account);
    }
    return new OfferReport(
        offer,
        sum,
        (int) lines.stream().filter(it -> !it.arrived()).count(),
        lines.stream().mapToLong(Books.Line::logUsedAll).sum(),
        lines.stream().mapToLong(Books.Line::used).sum(),
        live,
        List.copyOf(differences));
  }

  /// The shard's own figures, if it has written nothing beyond what the log shows.
  private @Nullable OfferView atRest(Books.Line line) {
    OwnedShard shard = map.local(line.shard());
    if (shard == null || shard.engine().committedSeq() != line.logSeq()) {
      return null;
    }
    try {
      OfferView view = shard.engine().offer(line.offer()).get(WAIT_MS, TimeUnit.MILLISECONDS);
      return shard.engine().committedSeq() == line.logSeq() ? view : null;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException | TimeoutException _) {
      return null;
    }
  }

  /// The job's round. A difference is told; what to do about it is in the README.
  boolean round() {
    Report report = report();
    if (report.drift() != 0) {
      report.offers().stream()
          .filter(it -> it.drift() != 0)
          .forEach(
              it ->
                  LOG.error(
                      "offer %s drifts by %d: %s"
                          .formatted(it.offerId(), it.drift(), it.differences())));
    }
    drift = report.drift();
    outstanding = books.outstanding();
    return false;
  }

  long drift() {
    return drift;
  }

  long outstanding() {
    return outstanding;
  }
}
