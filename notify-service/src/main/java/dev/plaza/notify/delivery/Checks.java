package dev.plaza.notify.delivery;

import dev.plaza.notify.category.Category;
import dev.plaza.notify.preference.Consents;
import dev.plaza.notify.preference.QuietHours;
import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.suppression.Suppressions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/// Whether a delivery may go now: pure rules in their order. They are asked in the transaction that
/// begins the attempt, so a "no" that was acknowledged before it is obeyed.
final class Checks {

  private Checks() {}

  /// What the rules of one delivery look at.
  ///
  /// @param spread over how long those held by quiet hours are released
  record Question(
      Delivery delivery,
      Category category,
      Facts facts,
      ZoneId zone,
      Instant now,
      Duration spread) {}

  private interface Rule {
    Verdict of(Question question, Trail trail);
  }

  private static final List<Rule> RULES =
      List.of(Checks::expiry, Checks::address, Checks::consent, Checks::suppression, Checks::quiet);

  static Verdict all(Question question, Trail trail) {
    for (Rule rule : RULES) {
      Verdict verdict = rule.of(question, trail);
      if (!(verdict instanceof Verdict.Go)) {
        return verdict;
      }
    }
    return Verdict.GO;
  }

  private static Verdict expiry(Question it, Trail trail) {
    if (!it.now().isBefore(it.delivery().expiresAt())) {
      trail.add("expiry", "expired", "was worth sending until " + it.delivery().expiresAt());
      return new Verdict.End(DeliveryState.EXPIRED, "expired");
    }
    trail.pass("expiry");
    return Verdict.GO;
  }

  private static Verdict address(Question it, Trail trail) {
    boolean none =
        it.facts().address(it.delivery()) == null
            || (it.delivery().channel() == Channel.PUSH
                && it.facts().devicesOf(it.delivery()).isEmpty());
    if (none) {
      trail.add("address", "none", "nothing is known to reach the recipient by");
      return Verdict.skip("no_address");
    }
    trail.pass("address");
    return Verdict.GO;
  }

  private static Verdict consent(Question it, Trail trail) {
    if (it.category().critical()) {
      trail.add("consent", "not_asked", "critical messages cannot be switched off");
      return Verdict.GO;
    }
    Delivery delivery = it.delivery();
    String mark = Consents.mark(delivery.recipient(), delivery.category(), delivery.channel());
    if (it.facts().refused().contains(mark)) {
      trail.add("consent", "refused", "by the recipient for " + delivery.category());
      return Verdict.skip("consent");
    }
    trail.pass("consent");
    return Verdict.GO;
  }

  private static Verdict suppression(Question it, Trail trail) {
    String address = it.facts().address(it.delivery());
    if (address != null
        && it.facts().suppressed().contains(Suppressions.mark(it.delivery().channel(), address))) {
      trail.add("suppression", "suppressed", "the address is on the suppression list");
      return Verdict.skip("suppressed");
    }
    trail.pass("suppression");
    return Verdict.GO;
  }

  /// Whoever would be released after the end of his message's worth does not get it at all.
  private static Verdict quiet(Question it, Trail trail) {
    QuietHours quiet = it.facts().person(it.delivery()).quiet();
    boolean applies = it.category().quiet() && it.delivery().channel() != Channel.IN_APP;
    Optional<Instant> until =
        quiet != null && applies ? quiet.until(it.now(), it.zone()) : Optional.empty();
    if (until.isEmpty()) {
      trail.pass("quiet_hours");
      return Verdict.GO;
    }
    Instant release = until.get().plus(spread(it));
    if (!until.get().isBefore(it.delivery().expiresAt())) {
      trail.add("quiet_hours", "expired", "quiet until " + until.get() + ", not worth it then");
      return new Verdict.End(DeliveryState.EXPIRED, "quiet_hours");
    }
    trail.add("quiet_hours", "held", "until " + until.get() + " (" + it.zone() + ")");
    return new Verdict.Hold(release.isBefore(it.delivery().expiresAt()) ? release : until.get());
  }

  /// Always the same for one delivery, different for its neighbours.
  private static Duration spread(Question it) {
    long millis = it.spread().toMillis();
    return millis == 0
        ? Duration.ZERO
        : Duration.ofMillis(Math.floorMod(it.delivery().id().hashCode() * 2_654_435_761L, millis));
  }
}
