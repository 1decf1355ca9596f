package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.Signatures;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// `X-Twilio-Signature`: base64 of HMAC-SHA1 over the called URL and the sorted form parameters; or
/// over the URL alone, which then holds the SHA-256 of the body.
///
/// Proxies make Twilio and us disagree whether the port is part of the URL: both are tried. The URL
/// is the configured one: what a caller says in its headers decides nothing.
final class TwilioSignature {

  static final String HEADER = "X-Twilio-Signature";
  static final String BODY_HASH = "bodySHA256";

  private TwilioSignature() {}

  static boolean isGood(String token, String url, Call call) {
    var given = call.header(HEADER);
    var hash = call.parameter(BODY_HASH);
    if (given.isEmpty()) {
      return false;
    }
    if (!hash.isEmpty() && !Signatures.same(sha256(call.body()), hash)) {
      return false;
    }
    var fields = hash.isEmpty() ? joined(call.form()) : "";
    return withAndWithoutPort(url).stream()
        .map(it -> call.query().isEmpty() ? it : it + "?" + call.query())
        .anyMatch(it -> Signatures.same(sign(token, it + fields), given));
  }

  static String sign(String token, String text) {
    return Base64.getEncoder().encodeToString(Signatures.hmac("HmacSHA1", token, text));
  }

  static String joined(Map<String, List<String>> form) {
    var joined = new StringBuilder();
    form.forEach(
        (name, values) -> new TreeSet<>(values).forEach(it -> joined.append(name).append(it)));
    return joined.toString();
  }

  static List<String> withAndWithoutPort(String url) {
    var uri = URI.create(url);
    var head = uri.getScheme() + "://" + uri.getHost();
    var path = uri.getRawPath() == null ? "" : uri.getRawPath();
    var urls = new ArrayList<String>();
    urls.add(url);
    if (uri.getPort() < 0) {
      urls.add(head + ":" + ("https".equals(uri.getScheme()) ? 443 : 80) + path);
    } else {
      urls.add(head + path);
    }
    return urls;
  }

  static String sha256(byte[] body) {
    try {
      return Signatures.hex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is missing", e);
    }
  }
}
