package dev.plaza.notify.provider.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.notify.provider.Fixtures;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PushEncryptionTests {

  private static final String UA_PUBLIC =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  private static final String AS_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
  private static final String AS_PUBLIC =
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  private static final String AUTH = "BTBZMqHH6r4Tts7J_aSIgg";
  private static final String SALT = "DGv6ra1nlYgDCS1FRnbzlw";
  private static final String MESSAGE =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
          + "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Q"
          + "ulcy4a-fN";

  private static byte[] bytes(String base64url) {
    return Base64.getUrlDecoder().decode(base64url);
  }

  /// RFC 8291, appendix A.
  @Test
  void writesTheVectorOfTheRfcByteForByte() throws GeneralSecurityException {
    var ours = new KeyPair(Keys.publicKey(bytes(AS_PUBLIC)), Keys.privateKey(bytes(AS_PRIVATE)));
    var text = "When I grow up, I want to be a watermelon".getBytes(StandardCharsets.UTF_8);

    var message = PushEncryption.encrypt(text, bytes(UA_PUBLIC), bytes(AUTH), ours, bytes(SALT));

    assertThat(message).hasSize(144);
    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(message)).isEqualTo(MESSAGE);
  }

  /// Recorded from npm's http_ece by `src/test/judges/web-push-vectors.mjs`.
  @Test
  void writesWhatHttpEceWritesByteForByte() throws GeneralSecurityException {
    var vectors = JsonMapper.shared().readTree(Fixtures.file("http-ece.json"));

    assertThat(vectors.size()).isGreaterThan(5);
    for (var it : vectors) {
      var ours =
          new KeyPair(
              Keys.publicKey(value(it, "our_public")), Keys.privateKey(value(it, "our_private")));
      assertThat(
              PushEncryption.encrypt(
                  value(it, "plaintext"),
                  value(it, "browser"),
                  value(it, "auth"),
                  ours,
                  value(it, "salt")))
          .isEqualTo(value(it, "message"));
    }
  }

  private static byte[] value(JsonNode vector, String name) {
    return bytes(vector.get(name).asString());
  }

  /// Case 74: 3,993 bytes make 4,096; one more is refused.
  @Test
  void fillsTheLargestMessageToTheByte() throws GeneralSecurityException {
    var encryption = new PushEncryption();

    assertThat(encryption.encrypt(new byte[3_993], UA_PUBLIC, AUTH)).hasSize(4_096);
    assertThatThrownBy(() -> encryption.encrypt(new byte[3_994], UA_PUBLIC, AUTH))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void takesNewKeysForEveryMessage() throws GeneralSecurityException {
    var encryption = new PushEncryption();

    assertThat(encryption.encrypt(new byte[1], UA_PUBLIC, AUTH))
        .isNotEqualTo(encryption.encrypt(new byte[1], UA_PUBLIC, AUTH));
  }

  @Test
  void refusesAKeyThatIsNoPointOnTheCurve() {
    var broken = bytes(UA_PUBLIC);
    broken[64] ^= 1;

    assertThatThrownBy(() -> Keys.publicKey(broken)).isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> Keys.publicKey(new byte[65]))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> new PushEncryption().encrypt(new byte[1], UA_PUBLIC, "c2hvcnQ"))
        .isInstanceOf(GeneralSecurityException.class);
  }
}
