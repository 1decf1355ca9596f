package dev.plaza.notify.provider.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ApnsTokensTests {

  private static Instant issued(String token) throws Exception {
    return SignedJWT.parse(token).getJWTClaimsSet().getIssueTime().toInstant();
  }

  /// Case 73: two instances, one of them started again and again, over 70 minutes and more.
  @Test
  void changesItsTokenSeldomAndNeverUsesAnOldOne() throws Exception {
    for (var start = 0; start < 60; start += 7) {
      var clock = new Hands(Fixtures.NOW.plus(Duration.ofMinutes(start)));
      var settings = ApnsTests.settings(443, ApnsTests.KEYS);
      var first = new ApnsTokens(settings, clock);
      var firstUse = new TreeMap<Instant, Instant>();
      for (var minute = 0; minute < 200; minute++) {
        var restarted = new ApnsTokens(settings, clock);
        for (var token : List.of(first.token(), restarted.token())) {
          assertThat(Duration.between(issued(token), clock.instant()))
              .isLessThan(Duration.ofMinutes(60));
          firstUse.putIfAbsent(issued(token), clock.instant());
        }
        clock.forward(Duration.ofMinutes(1));
      }
      var changes = new ArrayList<>(firstUse.values());
      for (var i = 2; i < changes.size(); i++) {
        assertThat(Duration.between(changes.get(i - 1), changes.get(i)))
            .isGreaterThanOrEqualTo(ApnsTokens.BETWEEN);
      }
      assertThat(changes).hasSizeBetween(5, 6);
    }
  }

  @Test
  void keepsTheSameTokenBetweenChanges() {
    var clock = new Hands(Fixtures.NOW);
    var tokens = new ApnsTokens(ApnsTests.settings(443, ApnsTests.KEYS), clock);

    assertThat(tokens.token()).isEqualTo(tokens.token());
  }

  @Test
  void replacesAnExpiredTokenOnceInTwentyMinutes() {
    var clock = new Hands(Fixtures.NOW.plus(Duration.ofMinutes(10)));
    var tokens = new ApnsTokens(ApnsTests.settings(443, ApnsTests.KEYS), clock);
    var first = tokens.token();

    assertThat(tokens.insteadOf(first)).isNull();
    clock.forward(Duration.ofMinutes(21));
    var current = tokens.token();
    var second = tokens.insteadOf(current);
    assertThat(second).isNotNull().isNotEqualTo(current);
    assertThat(tokens.insteadOf(current)).isEqualTo(second);
    assertThat(tokens.insteadOf(second)).isNull();
  }
}
