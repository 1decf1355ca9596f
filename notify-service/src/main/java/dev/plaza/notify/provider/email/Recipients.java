package dev.plaza.notify.provider.email;

import dev.plaza.notify.provider.HeaderText;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing.Email;
import dev.plaza.notify.provider.Outgoing.Mailbox;
import dev.plaza.notify.provider.Outgoing.Unsubscribe;
import jakarta.mail.internet.InternetAddress;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// What the HTTP providers' messages have in common: one plain recipient, and extra headers.
final class Recipients {

  static final Outcome BAD_ADDRESS =
      new Outcome.Permanent("bad_address", "not one plain e-mail address", Scope.RECIPIENT, false);

  private static final Pattern NO_URI = Pattern.compile("[\\s\\p{Cntrl}<>,\\u0085\\u2028\\u2029]");

  private Recipients() {}

  /// `Name <address>` as one header value in ASCII.
  static String header(Mailbox mailbox) {
    var address = HeaderText.address(mailbox.address());
    try {
      var name = HeaderText.oneLine(mailbox.name());
      var made = new InternetAddress();
      made.setAddress(address.orElseThrow(() -> new IllegalArgumentException("broken address")));
      if (!name.isEmpty()) {
        made.setPersonal(name, StandardCharsets.UTF_8.name());
      }
      return made.toString();
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException("UTF-8 is missing", e);
    }
  }

  /// The headers that the provider would not set by itself.
  static Map<String, String> headers(Email email) {
    var headers = new LinkedHashMap<String, String>();
    headers.put("Auto-Submitted", "auto-generated");
    var unsubscribe = email.unsubscribe();
    if (unsubscribe != null) {
      headers.put("List-Unsubscribe", targets(unsubscribe));
      headers.put("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
    return headers;
  }

  private static String targets(Unsubscribe unsubscribe) {
    var https = "<" + uri(unsubscribe.https()) + ">";
    return unsubscribe.mailto() == null
        ? https
        : https + ", <mailto:" + uri(unsubscribe.mailto()) + ">";
  }

  private static String uri(String text) {
    return NO_URI.matcher(text).replaceAll("");
  }
}
