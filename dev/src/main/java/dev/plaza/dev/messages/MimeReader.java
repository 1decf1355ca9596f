package dev.plaza.dev.messages;

import jakarta.mail.Header;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// Takes an e-mail apart for the mailbox page.
final class MimeReader {

  private static final int DEPTH_MAX = 8;

  private MimeReader() {}

  /// @param recipient whom the envelope names
  static Mailbox.Draft read(InputStream mail, String provider, String recipient)
      throws MessagingException, IOException {
    var message = new MimeMessage(Session.getInstance(new Properties()), mail);
    var texts = new String[] {"", ""};
    collect(message, texts, 0);
    var details = new LinkedHashMap<String, String>();
    for (Header header : Collections.list(message.getAllHeaders())) {
      details.put(header.getName(), decoded(header.getValue()));
    }
    var id = message.getMessageID();
    return new Mailbox.Draft(
        provider,
        "email",
        id == null ? "" : id.replaceAll("[<>]", ""),
        decoded(message.getHeader("From", ", ")),
        recipient,
        message.getSubject() == null ? "" : message.getSubject(),
        texts[0],
        texts[1],
        Map.copyOf(details));
  }

  private static void collect(Part part, String[] texts, int depth)
      throws MessagingException, IOException {
    if (depth > DEPTH_MAX) {
      return;
    }
    switch (part.getContent()) {
      case Multipart parts -> {
        for (var i = 0; i < parts.getCount(); i++) {
          collect(parts.getBodyPart(i), texts, depth + 1);
        }
      }
      case String text -> texts[part.isMimeType("text/html") ? 1 : 0] = text;
      default -> {}
    }
  }

  /// A header as people read it.
  static String decoded(@Nullable String value) {
    if (value == null) {
      return "";
    }
    try {
      return MimeUtility.decodeText(MimeUtility.unfold(value));
    } catch (UnsupportedEncodingException e) {
      return value;
    }
  }
}
