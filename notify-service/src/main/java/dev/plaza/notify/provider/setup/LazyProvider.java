package dev.plaza.notify.provider.setup;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.notify.provider.Provider;
import dev.plaza.notify.provider.push.ApnsProvider;
import dev.plaza.notify.provider.smtp.SmtpProvider;
import java.io.UncheckedIOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A provider that is made when it is used first: until then neither its library nor its keys are
/// loaded. Keys that cannot be read fail the sends, not the start, and are tried again.
final class LazyProvider implements Provider, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LazyProvider.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final String id;
  private final ProviderKind kind;
  private final int weight;
  private final Supplier<Provider> maker;
  private volatile @Nullable Provider made;

  LazyProvider(String id, ProviderKind kind, int weight, Supplier<Provider> maker) {
    this.id = id;
    this.kind = kind;
    this.weight = weight;
    this.maker = maker;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Channel channel() {
    return kind.channel();
  }

  @Override
  public int weight() {
    return weight;
  }

  @Override
  public boolean takes(Outgoing message) {
    return kind.takes(message);
  }

  @Override
  public Outcome send(Outgoing message) {
    Provider provider;
    try {
      provider = provider();
    } catch (IllegalArgumentException | UncheckedIOException e) {
      log.error("Provider {} cannot be used: {}", id, e.getMessage());
      return new Outcome.Transient("setup", "its keys cannot be read", null, Scope.PROVIDER);
    }
    return provider.send(message);
  }

  private Provider provider() {
    var ready = made;
    if (ready != null) {
      return ready;
    }
    lock.lock();
    try {
      ready = made;
      if (ready == null) {
        ready = maker.get();
        made = ready;
      }
      return ready;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    switch (made) {
      case SmtpProvider smtp -> smtp.close();
      case ApnsProvider apns -> apns.close();
      case null, default -> {}
    }
  }
}
