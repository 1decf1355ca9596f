package dev.plaza.notify.provider.smtp;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/// A connection that remembers how far the conversation got: once the final dot may have left, the
/// server may have the message.
final class WatchedTransport extends SMTPTransport {

  private boolean inData;
  private boolean dotSent;
  private int carried;
  private long usedNanos;

  WatchedTransport(Session session, URLName url) {
    super(session, url);
  }

  void begin() {
    inData = false;
    dotSent = false;
    carried++;
  }

  void used() {
    usedNanos = System.nanoTime();
  }

  long idleNanos() {
    return System.nanoTime() - usedNanos;
  }

  int carried() {
    return carried;
  }

  boolean isInData() {
    return inData;
  }

  boolean isDotSent() {
    return dotSent;
  }

  @Override
  protected OutputStream data() throws MessagingException {
    inData = true;
    return super.data();
  }

  @Override
  protected void finishData() throws IOException, MessagingException {
    dotSent = true;
    super.finishData();
  }

  @Override
  protected OutputStream bdat() throws MessagingException {
    inData = true;
    dotSent = true;
    return super.bdat();
  }
}
