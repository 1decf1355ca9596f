package dev.plaza.dev.messages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Who the pretended APNs is, in `apns.p12` and, for those who call it, `apns.pem`; and the key
/// that we sign provider tokens with, `apns.p8`.
record ApnsKeys(PrivateKey key, X509Certificate certificate) {

  private static final String PASSWORD = "sandbox";
  private static final String ALIAS = "apns";

  /// The JDK makes certificates by its `keytool` only.
  static ApnsKeys in(Path folder) throws IOException, GeneralSecurityException {
    var store = folder.resolve("apns.p12");
    if (!Files.exists(store)) {
      make(store);
    }
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    var certificate = (X509Certificate) keys.getCertificate(ALIAS);
    Files.writeString(folder.resolve("apns.pem"), pem("CERTIFICATE", certificate.getEncoded()));
    var signing = folder.resolve("apns.p8");
    if (!Files.exists(signing)) {
      Files.writeString(
          signing, pem("PRIVATE KEY", ProviderKeys.pair("EC").getPrivate().getEncoded()));
    }
    return new ApnsKeys((PrivateKey) keys.getKey(ALIAS, PASSWORD.toCharArray()), certificate);
  }

  private static String pem(String what, byte[] encoded) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(encoded), what);
  }

  private static void make(Path store) throws IOException {
    var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var process =
        new ProcessBuilder(
                List.of(
                    tool,
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=localhost",
                    "-validity",
                    "3650",
                    "-ext",
                    "san=dns:localhost,dns:message-providers,ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException("keytool makes no certificate");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
