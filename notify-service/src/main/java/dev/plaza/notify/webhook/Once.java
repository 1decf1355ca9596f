package dev.plaza.notify.webhook;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value made when it is needed first; a failure to make it is not remembered.
final class Once<T> implements Supplier<T> {

  private final Supplier<T> maker;
  private volatile @Nullable T made;

  private Once(Supplier<T> maker) {
    this.maker = maker;
  }

  static <T> Supplier<T> of(Supplier<T> maker) {
    return new Once<>(maker);
  }

  @Override
  public T get() {
    var ready = made;
    if (ready == null) {
      ready = maker.get();
      made = ready;
    }
    return ready;
  }
}
