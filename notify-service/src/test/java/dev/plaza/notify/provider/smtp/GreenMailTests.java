package dev.plaza.notify.provider.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Fixtures.Hands;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import dev.plaza.notify.provider.Outgoing.Email;
import dev.plaza.notify.provider.Outgoing.Mailbox;
import dev.plaza.notify.provider.Outgoing.Priority;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages as another implementation of SMTP and MIME receives them.
class GreenMailTests {

  private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
  private SmtpProvider provider;

  @BeforeEach
  void start() {
    server.start();
    provider =
        new SmtpProvider(
            "smtp",
            SmtpConversationTests.settings(server.getSmtp().getPort()),
            new Hands(Fixtures.NOW));
  }

  @AfterEach
  void stop() {
    provider.close();
    server.stop();
  }

  private MimeMessage received(Email email) {
    assertThat(provider.send(email)).isEqualTo(new Outcome.Accepted(email.messageId()));
    assertThat(server.getReceivedMessages()).hasSize(1);
    return server.getReceivedMessages()[0];
  }

  private static String raw(MimeMessage message) throws MessagingException, IOException {
    var out = new ByteArrayOutputStream();
    message.writeTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void writesTextFirstAndHtmlLast() throws Exception {
    var message = received(Fixtures.email());

    var parts = (MimeMultipart) message.getContent();
    assertThat(parts.getContentType()).startsWith("multipart/alternative");
    assertThat(parts.getBodyPart(0).isMimeType("text/plain")).isTrue();
    assertThat(parts.getBodyPart(1).isMimeType("text/html")).isTrue();
    assertThat(parts.getBodyPart(0).getContent().toString()).isEqualTo("Hello Ana");
  }

  @Test
  void setsTheHeadersOfMassMail() throws Exception {
    var message = received(Fixtures.email());

    assertThat(message.getMessageID()).isEqualTo("<m-1@plaza.example>");
    assertThat(message.getSentDate().toInstant()).isEqualTo(Fixtures.NOW);
    assertThat(message.getHeader("List-Unsubscribe", null))
        .isEqualTo("<https://plaza.example/unsubscribe/t0k>, <mailto:unsubscribe@plaza.example>");
    assertThat(message.getHeader("List-Unsubscribe-Post", null))
        .isEqualTo("List-Unsubscribe=One-Click");
    assertThat(message.getHeader("List-Id", null)).isEqualTo("<news.plaza.example>");
    assertThat(message.getHeader("Auto-Submitted", null)).isEqualTo("auto-generated");
    assertThat(message.getHeader("Precedence", null)).isEqualTo("bulk");
  }

  @Test
  void setsNoneOfThemOnATransactionalMessage() throws Exception {
    var it = Fixtures.email();
    var message =
        received(
            new Email(
                it.attemptId(),
                it.messageId(),
                it.from(),
                it.to(),
                it.subject(),
                it.text(),
                null,
                null,
                "account",
                Priority.CRITICAL));

    assertThat(message.getHeader("List-Unsubscribe")).isNull();
    assertThat(message.getHeader("Precedence")).isNull();
    assertThat(message.isMimeType("text/plain")).isTrue();
  }

  /// Case 48, in the subject and in names.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Hi\r\nBcc: evil@example.net",
        "Hi\nBcc: evil@example.net",
        "Hi\rBcc: evil@example.net",
        "Hi\u2028Bcc: evil@example.net",
        "Hi\u0085Bcc: evil@example.net"
      })
  void letsNobodyAddAHeader(String text) throws Exception {
    var message = received(Fixtures.email(new Mailbox("ana@example.org", text), text));

    assertThat(message.getHeader("Bcc")).isNull();
    assertThat(message.getSubject()).isEqualTo("Hi Bcc: evil@example.net");
    assertThat(message.getAllRecipients()).hasSize(1);
  }

  /// Case 48, in the unsubscribe address and the Message-ID.
  @Test
  void letsNobodyAddAHeaderByAnAddress() throws Exception {
    var it = Fixtures.email();
    var message =
        received(
            new Email(
                it.attemptId(),
                it.messageId(),
                it.from(),
                it.to(),
                it.subject(),
                it.text(),
                it.html(),
                new dev.plaza.notify.provider.Outgoing.Unsubscribe(
                    "https://plaza.example/u\r\nX-Injected: 1", "a@b\r\nX-Injected: 2"),
                "news\r\nX-Injected: 3",
                it.priority()));

    assertThat(message.getHeader("X-Injected")).isNull();
    assertThat(raw(message)).doesNotContain("\r\nX-Injected");
  }

  /// Cases 47 and 48: one recipient, and nothing that could be two.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "b@example.org,evil@example.net",
        "b@example.org\r\nBcc: evil@example.net",
        "b@example.org evil@example.net",
        "<b@example.org>",
        "b@example.org>, <evil@example.net",
        "b@exa mple.org",
        "@example.org",
        "b@",
        "b",
        ""
      })
  void sendsToOnePlainAddressOnly(String address) {
    assertThat(provider.send(Fixtures.email(Mailbox.of(address), "Hi")))
        .isInstanceOfSatisfying(
            Outcome.Permanent.class, it -> assertThat(it.scope()).isEqualTo(Scope.RECIPIENT));
    assertThat(server.getReceivedMessages()).isEmpty();
  }

  /// Case 49.
  @ParameterizedTest
  @ValueSource(
      strings = {"Doé, John", "王", "👩‍👩‍👧‍👦 Ana", "\"Q\" <x>", "a@b.example", "O'Brien"})
  void keepsEveryName(String name) throws Exception {
    var message = received(Fixtures.email(new Mailbox("ana@example.org", name), name));

    var to = message.getRecipients(RecipientType.TO);
    assertThat(to).hasSize(1);
    assertThat(((InternetAddress) to[0]).getPersonal()).isEqualTo(name);
    assertThat(((InternetAddress) to[0]).getAddress()).isEqualTo("ana@example.org");
    assertThat(message.getSubject()).isEqualTo(name);
  }

  @Test
  void writesTheDomainInAscii() throws Exception {
    var message = received(Fixtures.email(Mailbox.of("ana@müll.example"), "Hi"));

    assertThat(message.getAllRecipients()[0]).hasToString("ana@xn--mll-hoa.example");
  }

  /// Case 50.
  @Test
  void breaksLongLinesAndKeepsDots() throws Exception {
    var url = "https://plaza.example/" + "x".repeat(1_500);
    var it = Fixtures.email();
    var message =
        received(
            new Email(
                it.attemptId(),
                it.messageId(),
                it.from(),
                it.to(),
                it.subject(),
                "one\n.\n..two\nend",
                "<a href=\"" + url + "\">Grüße</a>",
                null,
                "news",
                it.priority()));

    assertThat(raw(message).lines()).allMatch(line -> line.length() <= 998);
    var parts = (MimeMultipart) message.getContent();
    assertThat(parts.getBodyPart(1).getContent().toString()).contains(url).contains("Grüße");
    assertThat(parts.getBodyPart(0).getContent().toString().replace("\r\n", "\n"))
        .isEqualTo("one\n.\n..two\nend");
  }

  /// Case 41: the text part is as it was rendered.
  @Test
  void leavesTheTextAsItIs() throws Exception {
    var it = Fixtures.email();
    var name = "O'Brien & Söhne <b>";
    var message =
        received(
            new Email(
                it.attemptId(),
                it.messageId(),
                it.from(),
                it.to(),
                name,
                name,
                "<p>x</p>",
                null,
                "news",
                it.priority()));

    assertThat(message.getSubject()).isEqualTo(name);
    assertThat(((MimeMultipart) message.getContent()).getBodyPart(0).getContent().toString())
        .isEqualTo(name);
  }
}
