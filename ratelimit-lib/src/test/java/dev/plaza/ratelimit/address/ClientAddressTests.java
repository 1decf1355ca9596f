package dev.plaza.ratelimit.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// R53, R54: who a request comes from cannot be made up.
class ClientAddressTests {

  private final ClientAddress addresses = new ClientAddress(List.of("10.0.0.0/8", "fd00::/8"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.7||203.0.113.7",
        // not a proxy of ours: its header is its own invention
        "203.0.113.7|1.2.3.4|203.0.113.7",
        "10.0.0.1|203.0.113.7|203.0.113.7",
        // what the client wrote stands left of what our proxy wrote
        "10.0.0.1|1.2.3.4, 203.0.113.7|203.0.113.7",
        "10.0.0.1|1.2.3.4, 203.0.113.7, 10.0.0.2|203.0.113.7",
        // two header lines are one list
        "10.0.0.1|1.2.3.4;203.0.113.7, 10.0.0.2|203.0.113.7",
        "10.0.0.1|203.0.113.7;10.0.0.2|203.0.113.7",
        // empty elements of a list are none
        "10.0.0.1|203.0.113.7, , |203.0.113.7",
        "10.0.0.1|1.2.3.4, 203.0.113.7; |203.0.113.7",
        // nothing to be believed: the proxy itself
        "10.0.0.1||10.0.0.1",
        "10.0.0.1|unknown|10.0.0.1",
        "10.0.0.1|1.2.3.4, <script>|10.0.0.1",
        "10.0.0.1|203.0.113.7, 999.1.1.1, 10.0.0.2|10.0.0.2",
        "10.0.0.1|203.0.113.7:4711|203.0.113.7",
        "fd00::1|[2001:db8:1:2::3]:4711|2001:db8:1:2::/64",
        "::ffff:203.0.113.7||203.0.113.7",
        "2001:db8:1:2:aaaa:bbbb:cccc:dddd||2001:db8:1:2::/64",
        "2001:DB8:1:2::1||2001:db8:1:2::/64",
        "fe80::1%eth0||fe80:0:0:0::/64",
        "localhost||unknown",
        "||unknown"
      })
  void believesOnlyWhatTrustedProxiesWrote(String peer, String forwarded, String expected) {
    var lines = forwarded == null ? List.<String>of() : Arrays.asList(forwarded.split(";"));
    assertThat(addresses.key(peer, lines)).isEqualTo(expected);
  }

  @Test
  void countsAnIpv6NetworkOfTheSizeThatIsAskedFor() {
    var wide = new ClientAddress(List.of(), 56);
    assertThat(wide.key("2001:db8:1:2ff::1", List.of()))
        .isEqualTo(wide.key("2001:db8:1:201::9", List.of()))
        .isEqualTo("2001:db8:1:200::/56");
    assertThat(wide.key("2001:db8:1:3ff::1", List.of())).isEqualTo("2001:db8:1:300::/56");
    assertThat(new ClientAddress(List.of(), 128).key("2001:db8::1", List.of()))
        .isEqualTo("2001:db8:0:0:0:0:0:1");
  }

  @Test
  void readsHeadersOfAnyLengthInNoTime() {
    var long1 = "1.2.3.4,".repeat(200_000) + "203.0.113.7";
    assertThat(addresses.key("10.0.0.1", List.of(long1))).isEqualTo("203.0.113.7");
    assertThat(addresses.key("10.0.0.1", List.of("9".repeat(1_000_000)))).isEqualTo("10.0.0.1");
  }

  @Test
  void refusesRangesThatAreNone() {
    for (var range : List.of("10.0.0.0/33", "proxy.example", "10.0.0.0/-1", "")) {
      assertThatThrownBy(() -> new ClientAddress(List.of(range)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new ClientAddress(List.of(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
