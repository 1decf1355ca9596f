package dev.plaza.bench.notify;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.util.ArrayList;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/// What a loop around Angus Mail does with the same message: no store, no rules, no memory.
final class RawMail {

  static final String TEXT = "Hello {{name}},\n\n" + "this is what is new. ".repeat(40) + "\n";
  static final String HTML =
      "<p>Hello {{name}},</p><p>" + "this is what is new. ".repeat(40) + "</p>";

  private RawMail() {}

  /// All of them over so many connections.
  static void send(int port, int messages, int connections) throws InterruptedException {
    var properties = new Properties();
    properties.put("mail.smtp.host", "127.0.0.1");
    properties.put("mail.smtp.port", String.valueOf(port));
    var session = Session.getInstance(properties);
    var next = new AtomicInteger();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < connections; i++) {
      threads.add(Thread.ofVirtual().start(() -> run(session, next, messages)));
    }
    for (Thread it : threads) {
      it.join();
    }
  }

  private static void run(Session session, AtomicInteger next, int messages) {
    try (var transport = session.getTransport("smtp")) {
      transport.connect();
      for (int i = next.getAndIncrement(); i < messages; i = next.getAndIncrement()) {
        var message = message(session, "%06d@plaza.example".formatted(i));
        transport.sendMessage(message, message.getAllRecipients());
      }
    } catch (MessagingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MimeMessage message(Session session, String to) throws MessagingException {
    var text = new MimeBodyPart();
    text.setText(TEXT.replace("{{name}}", "Ana"), "UTF-8");
    var html = new MimeBodyPart();
    html.setContent(HTML.replace("{{name}}", "Ana"), "text/html; charset=UTF-8");
    var both = new MimeMultipart("alternative");
    both.addBodyPart(text);
    both.addBodyPart(html);
    var message = new MimeMessage(session);
    message.setFrom(new InternetAddress("hello@plaza.example"));
    message.setRecipient(Message.RecipientType.TO, new InternetAddress(to));
    message.setSubject("Hello Ana", "UTF-8");
    message.setContent(both);
    message.setHeader("List-Unsubscribe", "<http://localhost:8080/unsubscribe/0123456789>");
    message.saveChanges();
    return message;
  }
}
