package dev.plaza.gateway.sandbox;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.Objects;

/// The sandbox's RSA key, as PKCS#8 PEM in a file only its owner can read.
///
/// The file appears whole or not at all, and once: when two gateways start together, the one that
/// comes second takes the first one's key.
final class SandboxKey {

  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";
  private static final int KEY_BITS = 2048;

  private SandboxKey() {}

  static RSAKey loadOrCreate(Path file) {
    try {
      if (!Files.exists(file)) {
        create(file.toAbsolutePath());
      }
      return load(file);
    } catch (IOException | GeneralSecurityException | JOSEException e) {
      throw new IllegalStateException(
          "The sandbox key %s cannot be used; delete the file to get a new one.".formatted(file),
          e);
    }
  }

  private static RSAKey load(Path file)
      throws IOException, GeneralSecurityException, JOSEException {
    String text = Files.readString(file);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new GeneralSecurityException("not a PKCS#8 PEM file");
    }
    byte[] bytes = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
    var rsa = KeyFactory.getInstance("RSA");
    var secret = (RSAPrivateCrtKey) rsa.generatePrivate(new PKCS8EncodedKeySpec(bytes));
    var open =
        (RSAPublicKey)
            rsa.generatePublic(
                new RSAPublicKeySpec(secret.getModulus(), secret.getPublicExponent()));
    return new RSAKey.Builder(open)
        .privateKey(secret)
        .keyUse(KeyUse.SIGNATURE)
        .algorithm(JWSAlgorithm.RS256)
        .keyIDFromThumbprint()
        .build();
  }

  private static void create(Path file) throws IOException, GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(KEY_BITS);
    byte[] secret = generator.generateKeyPair().getPrivate().getEncoded();
    String pem =
        BEGIN
            + "\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(secret)
            + "\n"
            + END
            + "\n";
    Path folder = Objects.requireNonNull(file.getParent(), "not a file");
    Files.createDirectories(folder);
    Path draft = Files.createTempFile(folder, "key", ".tmp", ownerOnly(folder));
    try {
      Files.writeString(draft, pem);
      publish(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void publish(Path draft, Path file) throws IOException {
    try {
      // A link, unlike a move, fails when the file is there already.
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException _) {
      // Somebody else was faster; theirs is loaded.
    } catch (UnsupportedOperationException _) {
      Files.move(draft, file);
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
    if (!Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };
  }
}
