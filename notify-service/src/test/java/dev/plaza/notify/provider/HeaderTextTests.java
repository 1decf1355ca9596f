package dev.plaza.notify.provider;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeaderTextTests {

  @Test
  void makesOneLineOfManyKindsOfBreak() {
    assertThat(HeaderText.oneLine("a\r\n b\u2028c\u0000d\u0085e ")).isEqualTo("a  b c d e");
  }

  @Test
  void hidesAddressesAndNumbersInWordsOfOthers() {
    assertThat(HeaderText.detail("550 <ana.b@example.org> unknown, call +43 6601234567"))
        .isEqualTo("550 … unknown, call +43 …");
    assertThat(HeaderText.detail("x".repeat(5_000))).hasSize(200);
  }

  @Test
  void keepsSecretsOutOfLogs() {
    assertThat(new Secret("s3cret").toString()).doesNotContain("s3cret");
    assertThat(Fixtures.email().toString()).doesNotContain("ana").doesNotContain("Hello");
    assertThat(Fixtures.sms("code 1234").toString()).doesNotContain("1234").doesNotContain("660");
  }
}
