package dev.plaza.quota.shard;

import dev.plaza.quota.log.FrozenState;
import dev.plaza.quota.log.Ident;
import dev.plaza.quota.log.StateInput;
import dev.plaza.quota.log.StateOutput;
import java.io.IOException;
import java.util.List;

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
  /// @param label the last label; [#NO_LABEL] for none
  /// @param loggedAt when rights were last spent or freed, by the wall clock
  record OfferImage(
      OfferRules rules,
      long leaseNo,
      boolean retired,
      boolean over,
      long label,
      long loggedAt,
      long[] units,
      long[] money) {

    private static final long NO_LABEL = -1;

    static OfferImage of(Offer it, Moment now) {
      return new OfferImage(
          it.rules(),
          it.leaseNo,
          it.retired,
          it.over,
          it.label.labelled() ? it.label.path().ordinal() : NO_LABEL,
          now.wall() - (now.mono() - it.touchedAt),
          it.units.figures(),
          it.money.figures());
    }

    private void write(StateOutput into) throws IOException {
      into.text(rules.offerId());
      into.text(RulesText.write(rules));
      into.number(leaseNo);
      into.number((retired ? 1 : 0) | (over ? 2 : 0));
      into.number(label);
      into.number(loggedAt);
      into.numbers(units, Rights.FIGURES);
      into.numbers(money, Rights.FIGURES);
    }

    static Offer restore(StateInput from, int number, ShardSettings settings) throws IOException {
      String id = from.text();
      var offer = new Offer(number, RulesText.read(id, from.text()), settings);
      offer.leaseNo = from.number();
      long flags = from.number();
      offer.retired = (flags & 1) != 0;
      offer.over = (flags & 2) != 0;
      long label = from.number();
      if (label != NO_LABEL) {
        offer.label.remember(label == Path.FAST.ordinal() ? Path.FAST : Path.SLOW);
      }
      offer.loggedAt = from.number();
      offer.units.restore(figures(from));
      offer.money.restore(figures(from));
      return offer;
    }

    private static long[] figures(StateInput from) throws IOException {
      var figures = new long[Rights.FIGURES];
      from.numbers(figures, figures.length);
      return figures;
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
