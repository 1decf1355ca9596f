package dev.plaza.notify.preference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Channel;
import org.junit.jupiter.api.Test;

class UnsubscribeTokensTests {

  private final UnsubscribeTokens tokens =
      new UnsubscribeTokens(new UnsubscribeProperties("https://plaza.example", null, "secret"));
  private final UnsubscribeTokens.Subject subject =
      new UnsubscribeTokens.Subject("e:john@x.example", "news", Channel.EMAIL);

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

  @Test
  void cannotBeForgedOrChanged() {
    String token = tokens.token(subject);
    var other = new UnsubscribeTokens(new UnsubscribeProperties("https://x", null, "other"));

    assertThat(other.read(token)).isEmpty();
    for (int i = 0; i < token.length() - 1; i++) {
      char changed = token.charAt(i) == 'A' ? 'B' : 'A';
      assertThat(tokens.read(token.substring(0, i) + changed + token.substring(i + 1))).isEmpty();
    }
    assertThat(tokens.read("")).isEmpty();
    assertThat(tokens.read("!!!")).isEmpty();
    assertThat(tokens.read("A".repeat(5000))).isEmpty();
  }
}
