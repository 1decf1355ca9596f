package dev.plaza.dev.messages;

import dev.plaza.dev.messages.SwitchBoard.Fate;
import jakarta.mail.MessagingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.server.SMTPServer;
import org.subethamail.smtp.server.Session;

/// An SMTP server that takes mail and delivers it to the mailbox page.
///
/// The switch `fail_status` refuses the recipient (4yz or 5yz); `latency_ms` passes between the
/// final dot and the answer; `silent_rate` takes the message and breaks the connection without an
/// answer, which is the worst a server can do; `garbage_rate` answers without a reply code.
/// A recipient `bounce@…` is taken, and bounces later to the message's own bounce address.
final class SmtpSimulator implements AutoCloseable {

  private static final String NAME = "smtp";
  private static final int SIZE_MAX = 1_000_000;
  private static final int CONNECTIONS_MAX = 200;

  private final Outside outside;
  private final BounceReports bounces;
  private final SMTPServer server;

  SmtpSimulator(Outside outside, String host, int port) throws IOException {
    this.outside = outside;
    this.bounces = new BounceReports(outside);
    this.server =
        SMTPServer.port(port)
            .bindAddress(InetAddress.getByName(host))
            .hostName("smtp.sandbox.example")
            .softwareName("Plaza sandbox")
            .executorService(Executors.newVirtualThreadPerTaskExecutor())
            .maxConnections(CONNECTIONS_MAX)
            .maxMessageSize(SIZE_MAX)
            .maxRecipients(10)
            .insertReceivedHeaders(false)
            .messageHandlerFactory(Conversation::new)
            .build();
  }

  SmtpSimulator start() {
    server.start();
    return this;
  }

  int port() {
    return server.getPortAllocated();
  }

  @Override
  public void close() {
    server.stop();
  }

  private final class Conversation implements MessageHandler {
    private final Fate fate = outside.switches().fate(NAME);
    private String sender = "";
    private String recipient = "";

    private final MessageContext context;

    private Conversation(MessageContext context) {
      this.context = context;
    }

    @Override
    public void from(String from) {
      sender = from;
    }

    @Override
    public void recipient(String to) throws RejectException {
      if (fate == Fate.REFUSED) {
        var status = outside.switches().of(NAME).failStatus();
        throw new RejectException(
            status, status / 100 == 4 ? "4.7.1 try again later" : "5.1.1 no such user");
      }
      recipient = to;
    }

    @Override
    public String data(InputStream in) throws RejectException, IOException {
      var bytes = in.readAllBytes();
      try {
        var draft = MimeReader.read(new ByteArrayInputStream(bytes), NAME, recipient);
        outside.mailbox().add(draft);
        bounces.send(sender, recipient, draft.ref());
      } catch (MessagingException e) {
        throw new RejectException(554, "5.6.0 not a readable message");
      }
      pause(Duration.ofMillis(outside.switches().of(NAME).latencyMs()));
      if (fate == Fate.SILENT || fate == Fate.GARBAGE) {
        breakOff(fate == Fate.GARBAGE);
      }
      return "2.0.0 taken";
    }

    /// The library's own way of dropping a connection says 421 first, which is an answer.
    private void breakOff(boolean withNonsense) throws IOException {
      if (context instanceof Session session) {
        if (withNonsense) {
          session.sendResponse("It works!");
        }
        session.getSocket().close();
      }
    }

    @Override
    public void done() {
      // Nothing is held open for a message.
    }

    private void pause(Duration time) throws RejectException {
      try {
        Thread.sleep(time);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RejectException(421, "4.3.2 shutting down");
      }
    }
  }
}
