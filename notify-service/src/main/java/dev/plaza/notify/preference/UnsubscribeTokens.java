package dev.plaza.notify.preference;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Channel;
import dev.plaza.platform.env.SharedSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/// Links that unsubscribe one recipient from one category on one channel.
///
/// A token is (recipient, category, channel) under AES-256-GCM: opaque, unforgeable, and valid for
/// ever, since a link in an old message must still work. The nonce is derived from the content, so
/// one recipient has one token and equal nonces mean equal content.
@Component
public class UnsubscribeTokens {

  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int TOKEN_CHARS_MAX = 1_000;
  private static final String SEPARATOR = "\n";

  private final SecretKeySpec nonces;
  private final List<SecretKeySpec> keys;
  private final UnsubscribeProperties properties;

  UnsubscribeTokens(UnsubscribeProperties properties, Environment environment) {
    String secret = SharedSecret.of(environment, "notify.unsubscribe.secret");
    this.properties = properties;
    this.nonces = new SecretKeySpec(sha256("nonce " + secret), "HmacSHA256");
    this.keys =
        Stream.concat(Stream.of(secret), properties.formerSecrets().stream())
            .map(it -> new SecretKeySpec(sha256("key " + it), "AES"))
            .toList();
  }

  /// What a token stands for.
  record Subject(String recipient, String category, Channel channel) {}

  /// The link for a message, e.g. for its `List-Unsubscribe`.
  public String link(String recipient, String category, Channel channel) {
    return properties.base() + "/unsubscribe/" + token(new Subject(recipient, category, channel));
  }

  /// Address and subject for mail programs without HTTP; null when none is configured.
  public @Nullable String mailto(String recipient, String category, Channel channel) {
    return properties.mailbox() == null
        ? null
        : properties.mailbox() + "?subject=" + token(new Subject(recipient, category, channel));
  }

  String token(Subject subject) {
    byte[] text =
        String.join(
                SEPARATOR,
                subject.recipient(),
                subject.category(),
                Channels.name(subject.channel()))
            .getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(nonces);
      byte[] nonce = Arrays.copyOf(mac.doFinal(text), NONCE_BYTES);
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keys.getFirst(), nonce).doFinal(text);
      byte[] token = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
      System.arraycopy(sealed, 0, token, NONCE_BYTES, sealed.length);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /// Empty for whatever was not made here, now or under a former secret.
  Optional<Subject> read(String token) {
    if (token.length() > TOKEN_CHARS_MAX) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(token);
      return bytes.length <= NONCE_BYTES
          ? Optional.empty()
          : keys.stream().flatMap(it -> opened(it, bytes).stream()).findFirst();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Optional<Subject> opened(SecretKeySpec key, byte[] token) {
    try {
      byte[] text =
          cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(token, NONCE_BYTES))
              .doFinal(token, NONCE_BYTES, token.length - NONCE_BYTES);
      String[] parts = new String(text, StandardCharsets.UTF_8).split(SEPARATOR, -1);
      return Optional.of(new Subject(parts[0], parts[1], Channels.get(parts[2])));
    } catch (GeneralSecurityException _) {
      return Optional.empty();
    }
  }

  private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
