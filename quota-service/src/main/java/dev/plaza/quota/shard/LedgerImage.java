package dev.plaza.quota.shard;

import dev.plaza.quota.log.FrozenState;
import dev.plaza.quota.log.Ident;
import dev.plaza.quota.log.StateInput;
import dev.plaza.quota.log.StateOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The state of a shard at one moment, as a snapshot keeps it.
record LedgerImage(
    Rows.Image guids,
    Rows.Image users,
    List<OfferImage> offers,
    List<Holds.Hold> holds,
    boolean forgets)
    implements FrozenState {

  /// One offer: what the log says about it, and what its owner had noticed.
  ///
  /// @param label the last label; null for none
  /// @param loggedAt when rights were last spent or freed, by the wall clock
  record OfferImage(
      OfferRules rules,
      long leaseNo,
      boolean retired,
      boolean over,
      @Nullable Path label,
      long loggedAt,
      Rights.Figures units,
      Rights.Figures money) {

    private static final int RETIRED = 1;
    private static final int OVER = 2;
    private static final int LABELLED = 4;
    private static final int SLOW = 8;

    static OfferImage of(Offer it, Moment now) {
      return new OfferImage(
          it.rules(),
          it.leaseNo,
          it.retired,
          it.over,
          it.label.labelled() ? it.label.path() : null,
          now.wall() - (now.mono() - it.touchedAt),
          it.units.figures(),
          it.money.figures());
    }

    private void write(StateOutput into) throws IOException {
      into.text(rules.offerId());
      into.text(RulesText.write(rules));
      into.number(leaseNo);
      into.number(
          (retired ? RETIRED : 0)
              | (over ? OVER : 0)
              | (label == null ? 0 : LABELLED)
              | (label == Path.SLOW ? SLOW : 0));
      into.number(loggedAt);
      units.write(into);
      money.write(into);
    }

    static Offer restore(StateInput from, int number, ShardSettings settings) throws IOException {
      String id = from.text();
      var offer = new Offer(number, RulesText.read(id, from.text()), settings);
      offer.leaseNo = from.number();
      long flags = from.number();
      offer.retired = (flags & RETIRED) != 0;
      offer.over = (flags & OVER) != 0;
      if ((flags & LABELLED) != 0) {
        offer.label.remember((flags & SLOW) == 0 ? Path.FAST : Path.SLOW);
      }
      offer.loggedAt = from.number();
      offer.units.restore(Rights.Figures.read(from));
      offer.money.restore(Rights.Figures.read(from));
      return offer;
    }
  }

  @Override
  public void write(StateOutput into) throws IOException {
    into.number(forgets ? 1 : 0);
    into.number(offers.size());
    for (OfferImage it : offers) {
      it.write(into);
    }
    guids.write(into);
    users.write(into);
    into.number(holds.size());
    for (Holds.Hold it : holds) {
      into.number(it.entry());
      into.number(it.until());
      into.number(it.purpose().offer());
      into.ident(it.purpose().user());
      into.ident(it.purpose().order());
    }
  }

  static Holds.Hold hold(StateInput from) throws IOException {
    int entry = (int) from.number();
    long until = from.number();
    int offer = (int) from.number();
    Ident user = from.ident();
    return new Holds.Hold(entry, until, new Holds.Purpose(offer, user, from.ident()));
  }
}
