package dev.plaza.notify.provider.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.pushy.apns.server.MockApnsServerBuilder;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing.Device;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Pushes per second through the APNs provider, with pushy's mock server on the same cores.
@EnabledIfSystemProperty(named = "plaza.bench", matches = "true")
class ApnsBenchTests {

  private static final int PUSHES = 30_000;
  private static final int IN_FLIGHT = 200;

  private static ByteArrayInputStream stream(String name) {
    return new ByteArrayInputStream(Fixtures.file(name).getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void pushesPerSecond() throws Exception {
    var taken = new AtomicInteger();
    var server =
        new MockApnsServerBuilder()
            .setServerCredentials(stream("server.pem"), stream("server.key"), null)
            .setHandlerFactory(_ -> (_, _) -> taken.incrementAndGet())
            .setUseAlpn(true)
            .build();
    var port = server.start(0).get();
    try (var provider =
        new ApnsProvider("apns", ApnsTests.settings(port, ApnsTests.KEYS), Clock.systemUTC())) {
      for (var round = 1; round <= 3; round++) {
        var began = System.nanoTime();
        send(provider);
        var seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf("round %d: %,d pushes/s%n", round, (long) (PUSHES / seconds));
      }
    } finally {
      server.shutdown().get();
    }
    assertThat(taken).hasValue(3 * PUSHES);
  }

  private static void send(ApnsProvider provider) throws InterruptedException {
    var push = Fixtures.push(new Device(Device.Kind.APNS, "ab".repeat(32), null, null), "near");
    var accepted = new AtomicInteger();
    var slots = new Semaphore(IN_FLIGHT);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < PUSHES; i++) {
        slots.acquire();
        threads.submit(
            () -> {
              if (provider.send(push) instanceof Outcome.Accepted) {
                accepted.incrementAndGet();
              }
              slots.release();
            });
      }
    }
    assertThat(accepted).hasValue(PUSHES);
  }
}
