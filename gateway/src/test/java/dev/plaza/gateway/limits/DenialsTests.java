package dev.plaza.gateway.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.gateway.DecisionEvent;
import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.authority.MemoryAuthority;
import dev.plaza.ratelimit.policy.KeyBy;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which refusals are told, and what of them.
class DenialsTests {

  private final List<DecisionEvent> told = new ArrayList<>();
  private final Ticking clock = new Ticking();
  private final Denials denials =
      new Denials(
          DenialEventsTests.properties(10),
          new DenialEvents(
              new DenialProducer("", DenialEventsTests.properties(10)),
              DenialEventsTests.properties(10),
              new SimpleMeterRegistry()) {
            @Override
            void offer(DecisionEvent event) {
              told.add(event);
            }
          },
          clock);
  private final Limiter limiter =
      Limiter.with(new MemoryAuthority(() -> clock.millis() * 1000))
          .policies(
              Policies.of(
                  Policy.named("nothing")
                      .key(KeyBy.USER)
                      .rate(1, Duration.ofSeconds(1))
                      .burst(0)
                      .build()))
          .build();

  @AfterEach
  void close() {
    limiter.close();
  }

  private void refuse(String user) {
    var request = Request.to("GET", "catalog").user(user).ip("192.0.2.7").build();
    var decision = limiter.await(request);
    denials.refused(request, decision.standings().getFirst(), "denied");
  }

  @Test
  void areToldOnceInAWhileForAllSinceTheLast() {
    for (int i = 0; i < 500; i++) {
      refuse("alice");
    }
    clock.now = clock.now.plusSeconds(2);
    refuse("alice");

    assertThat(told).extracting(DecisionEvent::denials).containsExactly(1L, 500L);
  }

  @Test
  void nameNobody() {
    refuse("alice@example.com");

    DecisionEvent event = told.getFirst();
    assertThat(event.toString()).doesNotContain("alice", "192.0.2.7");
    assertThat(event.keyHash()).hasSize(22);
    assertThat(event.route()).isEqualTo("catalog");

    clock.now = clock.now.plusSeconds(2);
    refuse("alice@example.com");
    clock.now = clock.now.plusSeconds(2);
    refuse("bob");
    assertThat(told.get(1).keyHash()).isEqualTo(event.keyHash());
    assertThat(told.get(2).keyHash()).isNotEqualTo(event.keyHash());
  }

  private static final class Ticking extends Clock {
    private Instant now = Instant.parse("2026-03-14T12:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
