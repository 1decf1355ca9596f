package dev.plaza.notify;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Provider;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// A provider that remembers what it was given and answers as it is told.
public final class FakeProvider implements Provider {

  private final String id;
  private final Channel channel;
  private final AtomicInteger calls = new AtomicInteger();
  public final List<Outgoing> sent = new CopyOnWriteArrayList<>();
  public volatile Function<Outgoing, Outcome> answer = FakeProvider::accept;
  public volatile int weight = 1;

  public FakeProvider(String id, Channel channel) {
    this.id = id;
    this.channel = channel;
  }

  public static Outcome accept(Outgoing message) {
    return new Outcome.Accepted("ref-" + message.attemptId());
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Channel channel() {
    return channel;
  }

  @Override
  public int weight() {
    return weight;
  }

  @Override
  public Outcome send(Outgoing message) {
    calls.incrementAndGet();
    Outcome outcome = answer.apply(message);
    if (outcome instanceof Outcome.Accepted) {
      sent.add(message);
    }
    return outcome;
  }

  public int calls() {
    return calls.get();
  }

  public void reset() {
    sent.clear();
    calls.set(0);
    answer = FakeProvider::accept;
    weight = 1;
  }

  public List<Outgoing.Email> emails(String to) {
    return sent.stream()
        .map(Outgoing.Email.class::cast)
        .filter(it -> it.to().address().equals(to))
        .toList();
  }
}
