package dev.plaza.dev.messages;

import dev.plaza.dev.web.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;

/// The keys of the pretended providers, made at the first start and kept in files that the notify
/// service is pointed to. They open nothing but this sandbox.
///
/// | file | what |
/// |---|---|
/// | `sendgrid.key`, `sendgrid.pub` | signs event webhooks |
/// | `ses.key`, `ses.pub` | signs as SNS |
/// | `fcm.json` | a service account |
/// | `vapid.key`, `vapid.pub` | our own Web Push identity |
final class ProviderKeys {

  private static final int COORDINATE = 32;
  private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

  private final PrivateKey sendGrid;
  private final PrivateKey ses;

  private ProviderKeys(PrivateKey sendGrid, PrivateKey ses) {
    this.sendGrid = sendGrid;
    this.ses = ses;
  }

  PrivateKey sendGrid() {
    return sendGrid;
  }

  PrivateKey ses() {
    return ses;
  }

  /// @param url where the pretended token service of Google is
  static ProviderKeys in(Path folder, String url) throws IOException {
    try {
      Files.createDirectories(folder);
      var sendGrid = signing(folder, "sendgrid", "EC");
      var ses = signing(folder, "ses", "RSA");
      if (!Files.exists(folder.resolve("vapid.key"))) {
        writeVapid(folder);
      }
      writeAccount(folder.resolve("fcm.json"), url);
      return new ProviderKeys(sendGrid, ses);
    } catch (GeneralSecurityException e) {
      throw new IOException("keys cannot be made or read in " + folder, e);
    }
  }

  private static PrivateKey signing(Path folder, String name, String algorithm)
      throws IOException, GeneralSecurityException {
    var file = folder.resolve(name + ".key");
    if (!Files.exists(file)) {
      var pair = pair(algorithm);
      write(folder.resolve(name + ".pub"), base64(pair.getPublic().getEncoded()));
      write(file, base64(pair.getPrivate().getEncoded()));
    }
    var encoded = Base64.getDecoder().decode(Files.readString(file).strip());
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  static KeyPair pair(String algorithm) throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    } else {
      generator.initialize(2048);
    }
    return generator.generateKeyPair();
  }

  private static void writeVapid(Path folder) throws IOException, GeneralSecurityException {
    var pair = pair("EC");
    write(folder.resolve("vapid.pub"), URL.encodeToString(point((ECPublicKey) pair.getPublic())));
    var scalar = new byte[COORDINATE];
    put(((ECPrivateKey) pair.getPrivate()).getS(), scalar, 0);
    write(folder.resolve("vapid.key"), URL.encodeToString(scalar));
  }

  /// Written anew at every start, because the port may differ; the key stays.
  private static void writeAccount(Path file, String url)
      throws IOException, GeneralSecurityException {
    var key =
        Files.exists(file)
            ? Json.tree(Files.readString(file)).path("private_key").asString()
            : "-----BEGIN PRIVATE KEY-----\n"
                + base64(pair("RSA").getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    write(
        file,
        Json.pretty(
            Map.of(
                "type", "service_account",
                "project_id", "plaza-sandbox",
                "client_email", "plaza@plaza-sandbox.example",
                "private_key", key,
                "token_uri", url + "/fcm/token")));
  }

  /// An uncompressed point: 0x04, x, y.
  static byte[] point(ECPublicKey key) {
    var point = new byte[1 + 2 * COORDINATE];
    point[0] = 4;
    put(key.getW().getAffineX(), point, 1);
    put(key.getW().getAffineY(), point, 1 + COORDINATE);
    return point;
  }

  private static void put(BigInteger value, byte[] into, int at) {
    var bytes = value.toByteArray();
    var from = Math.max(0, bytes.length - COORDINATE);
    System.arraycopy(
        bytes, from, into, at + COORDINATE - (bytes.length - from), bytes.length - from);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static void write(Path file, String text) throws IOException {
    var fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
