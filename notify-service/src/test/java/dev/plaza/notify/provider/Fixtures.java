package dev.plaza.notify.provider;

import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Outgoing.Email;
import dev.plaza.notify.provider.Outgoing.Mailbox;
import dev.plaza.notify.provider.Outgoing.Priority;
import dev.plaza.notify.provider.Outgoing.Push;
import dev.plaza.notify.provider.Outgoing.Sms;
import dev.plaza.notify.provider.Outgoing.Unsubscribe;
import dev.plaza.notify.provider.Outgoing.Urgency;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;

/// Messages, files and a clock for the tests of providers.
public final class Fixtures {

  public static final String ATTEMPT = "0199b8a0-1111-7222-8333-444455556666";
  public static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

  private Fixtures() {}

  /// A clock that stands until it is told to move.
  public static final class Hands extends Clock {
    private volatile Instant now;

    public Hands(Instant now) {
      this.now = now;
    }

    public void forward(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  public static Email email() {
    return email(new Mailbox("ana@example.org", "Ana"), "Your order");
  }

  public static Email email(Mailbox to, String subject) {
    return new Email(
        ATTEMPT,
        "m-1@plaza.example",
        new Mailbox("hello@plaza.example", "Plaza"),
        to,
        subject,
        "Hello Ana",
        "<p>Hello Ana</p>",
        new Unsubscribe("https://plaza.example/unsubscribe/t0k", "unsubscribe@plaza.example"),
        "news",
        Priority.BULK);
  }

  public static Sms sms(String text) {
    return new Sms(ATTEMPT, "+43660123456", text);
  }

  public static Push push(Device device, String body) {
    return new Push(
        ATTEMPT,
        device,
        "Plaza",
        body,
        Map.of("count", "5"),
        Duration.ofHours(1),
        Urgency.HIGH,
        "order 7");
  }

  public static String file(String name) {
    try (InputStream in = Fixtures.class.getResourceAsStream("/provider/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
