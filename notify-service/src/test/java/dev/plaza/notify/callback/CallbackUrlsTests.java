package dev.plaza.notify.callback;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// 70: nobody makes us call our own network.
class CallbackUrlsTests {

  private final CallbackUrls urls =
      new CallbackUrls(
          new CallbackProperties(1, Duration.ZERO, Duration.ZERO, List.of(), Duration.ZERO, false));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/",
        "https://localhost/",
        "https://10.1.2.3/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/",
        "https://0.0.0.0/",
        "https://255.255.255.255/",
        "https://224.0.0.1/",
        "https://[::1]/",
        "https://[::]/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[::10.0.0.1]/",
        "https://[2002:0a00:0001::1]/",
        "https://2130706433/",
        "http://93.184.216.34/",
        "https://user@93.184.216.34/",
        "https://93.184.216.34/#x",
        "file:///etc/passwd",
        "//93.184.216.34/",
        "https:///x",
        "no url"
      })
  void refusesWhatLeadsInside(String url) {
    assertThat(urls.isAllowed(url)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://93.184.216.34/hook?a=b", "https://[2606:2800:220::1]:8443/"})
  void takesPublicAddresses(String url) {
    assertThat(urls.isAllowed(url)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"100.127.255.255", "fc00::1", "240.0.0.1"})
  void knowsReservedAddresses(String address) throws Exception {
    assertThat(CallbackUrls.isOurs(InetAddress.getByName(address))).isTrue();
  }
}
