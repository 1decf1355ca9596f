package dev.plaza.quota.ship;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// The records of one page that Kafka has not acknowledged yet.
final class Unacknowledged implements Callback {

  private final CountDownLatch open;
  private volatile @Nullable Exception failure;

  Unacknowledged(int records) {
    open = new CountDownLatch(records);
  }

  @Override
  public void onCompletion(@Nullable RecordMetadata where, @Nullable Exception why) {
    if (why != null) {
      failure = why;
    }
    open.countDown();
  }

  /// @throws ExecutionException when Kafka refused one of them
  void await(Duration atMost) throws InterruptedException, ExecutionException, TimeoutException {
    if (!open.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new TimeoutException("not acknowledged in " + atMost);
    }
    Exception why = failure;
    if (why != null) {
      throw new ExecutionException(why);
    }
  }
}
