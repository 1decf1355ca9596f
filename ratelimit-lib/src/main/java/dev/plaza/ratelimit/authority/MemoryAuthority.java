package dev.plaza.ratelimit.authority;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The authority of a process that shares its limits with nobody. Its arithmetic is that of
/// `acquire.lua`, number for number: it is also the model that the script is tested against. Shares
/// of regions do not move here.
public final class MemoryAuthority implements Authority {

  private static final int KEYS_BEFORE_SWEEP = 10_000;

  private final LongSupplier micros;
  private final Map<String, PaceState> paces = new HashMap<>();
  private final Map<String, SpanState> spans = new HashMap<>();
  private int sweepAt = KEYS_BEFORE_SWEEP;
  private @Nullable Epoch epoch;
  private long known;

  /// When the state was begun, and whether there was one before that is lost.
  record Epoch(long id, long createdMicros, boolean cold) {}

  /// @param micros the time in microseconds since 1970
  public MemoryAuthority(LongSupplier micros) {
    this.micros = micros;
  }

  @Override
  public CompletionStage<Reply> ask(List<Demand> group) {
    return CompletableFuture.completedFuture(decide(group, micros.getAsLong()));
  }

  /// The decision at a given time.
  public synchronized Reply decide(List<Demand> group, long now) {
    var current = epochAt(now);
    var lines = new ArrayList<Reply.Line>();
    var states = new ArrayList<State>();
    var refused = false;
    for (var demand : group) {
      var state = load(demand, now, current);
      states.add(state);
      refused |= state.verdict(demand) != Verdict.GRANTED;
    }
    for (var i = 0; i < group.size(); i++) {
      var demand = group.get(i);
      var state = states.get(i);
      var verdict = state.verdict(demand);
      var granted = refused ? 0 : demand.granted(state.available());
      if (state.take(granted) || state.changed()) {
        store(demand.key(), state);
      }
      lines.add(
          state.line(
              refused && verdict == Verdict.GRANTED ? Verdict.HELD_BACK : verdict,
              granted,
              demand.need()));
    }
    if (paces.size() + spans.size() > sweepAt) {
      sweep(now);
    }
    return new Reply(now, lines);
  }

  /// Forgets everything, as a flush does.
  public synchronized void flush() {
    known = epoch == null ? known : epoch.id();
    paces.clear();
    spans.clear();
    epoch = null;
  }

  /// Another authority with the same state, as a replica has it.
  public synchronized MemoryAuthority copy(LongUnaryOperator shift) {
    var copy = new MemoryAuthority(() -> shift.applyAsLong(micros.getAsLong()));
    copy.paces.putAll(paces);
    copy.spans.putAll(spans);
    copy.epoch = epoch;
    copy.known = known;
    return copy;
  }

  private Epoch epochAt(long now) {
    var current = epoch;
    if (current == null) {
      current = new Epoch(now, now, known != 0);
      epoch = current;
    }
    return current;
  }

  private State load(Demand demand, long now, Epoch current) {
    return switch (demand.terms()) {
      case Pace pace -> {
        var stored = paces.get(demand.key());
        if (stored != null && stored.expired(now)) {
          stored = null;
        }
        var state = PaceState.at(now, pace, stored, current);
        state.settle(demand.settle(), demand.giveBack());
        yield state;
      }
      case Span span -> {
        var stored = spans.get(demand.key());
        var state = SpanState.at(now, span, stored, current);
        state.settle(demand.settle(), demand.giveBack());
        yield state;
      }
    };
  }

  private void store(String key, State state) {
    switch (state) {
      case PaceState pace -> {
        if (pace.isFull()) {
          paces.remove(key);
        } else {
          paces.put(key, pace);
        }
      }
      case SpanState span -> spans.put(key, span);
    }
  }

  /// A bucket that is full again is as good as none; so is a span that is over.
  private void sweep(long now) {
    paces.values().removeIf(it -> it.expired(now));
    spans.values().removeIf(it -> !it.span().window().holds(now));
    sweepAt = Math.max(KEYS_BEFORE_SWEEP, 2 * (paces.size() + spans.size()));
  }
}
