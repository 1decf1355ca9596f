package dev.plaza.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.security.web.firewall.StrictHttpFirewall;

class HeaderValueTests {

  private static final int SOME = 0x30000;

  @Test
  void theRuleIsTheFirewallsOwn() {
    for (int character = 0; character < SOME; character++) {
      String value = "Bearer " + Character.toString(character) + "x";

      assertThat(SecurityAutoConfiguration.isHeaderValue(value))
          .as("U+%04X", character)
          .isEqualTo(StrictHttpFirewall.ALLOWED_HEADER_VALUES.test(value));
    }
  }
}
