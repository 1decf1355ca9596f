package dev.plaza.notify.preference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.notify.provider.Channel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class UnsubscribeTokensTests {

  private final UnsubscribeTokens tokens = tokens("secret");
  private final UnsubscribeTokens.Subject subject =
      new UnsubscribeTokens.Subject("e:john@x.example", "news", Channel.EMAIL);

  private static UnsubscribeTokens tokens(String secret, String... former) {
    return new UnsubscribeTokens(
        new UnsubscribeProperties("https://plaza.example", null, List.of(former)),
        new MockEnvironment().withProperty("notify.unsubscribe.secret", secret));
  }

  @Test
  void standForWhatTheyWereMadeOf() {
    String token = tokens.token(subject);

    assertThat(tokens.read(token)).contains(subject);
    assertThat(tokens.token(subject)).isEqualTo(token);
    assertThat(tokens.link("e:john@x.example", "news", Channel.EMAIL))
        .isEqualTo("https://plaza.example/unsubscribe/" + token);
    assertThat(
            new String(
                java.util.Base64.getUrlDecoder().decode(token),
                java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain("john");
  }

  /// 78: a link in a message of last year works after the secret was changed.
  @Test
  void outliveAChangeOfTheSecret() {
    String old = tokens.token(subject);
    var changed = tokens("new", "secret");

    assertThat(changed.read(old)).contains(subject);
    assertThat(changed.token(subject)).isNotEqualTo(old);
    assertThat(changed.read(changed.token(subject))).contains(subject);
    assertThat(tokens("newer", "new").read(old)).isEmpty();
  }

  @Test
  void needASecretOutsideTheSandbox() {
    var properties = new UnsubscribeProperties("https://plaza.example", null, List.of());

    assertThatThrownBy(() -> new UnsubscribeTokens(properties, new MockEnvironment()))
        .hasMessageContaining("notify.unsubscribe.secret is not set");
  }

  @Test
  void cannotBeForgedOrChanged() {
    String token = tokens.token(subject);

    assertThat(tokens("other").read(token)).isEmpty();
    for (int i = 0; i < token.length() - 1; i++) {
      char changed = token.charAt(i) == 'A' ? 'B' : 'A';
      assertThat(tokens.read(token.substring(0, i) + changed + token.substring(i + 1))).isEmpty();
    }
    assertThat(tokens.read("")).isEmpty();
    assertThat(tokens.read("!!!")).isEmpty();
    assertThat(tokens.read("A".repeat(5000))).isEmpty();
  }
}
