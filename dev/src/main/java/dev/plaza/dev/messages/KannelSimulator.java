package dev.plaza.dev.messages;

import dev.plaza.dev.messages.Reports.ReportCall;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.time.Duration;
import java.util.Map;

/// Kannel's smsbox: `POST /kannel/cgi-bin/sendsms` with `X-Kannel-` headers, and delivery reports
/// by GET.
final class KannelSimulator {

  private static final String NAME = "kannel";
  private static final String TEXT = "text/plain";

  private final Outside outside;

  KannelSimulator(Outside outside) {
    this.outside = outside;
  }

  void register(HttpApi server) {
    server.route("POST", "/kannel/cgi-bin/sendsms", this::send);
  }

  private Reply send(Request request) throws InterruptedException {
    if (!Sandbox.KANNEL_PASSWORD.equals(request.header("X-Kannel-Password"))) {
      return Reply.text(403, TEXT, "Authorization failed for sendsms");
    }
    var to = header(request, "X-Kannel-To");
    if (to.isEmpty()) {
      return Reply.text(400, TEXT, "Missing receiver number, rejected");
    }
    return outside
        .reception()
        .receive(
            NAME,
            () -> take(request, to),
            status -> Reply.text(status, TEXT, "Temporal failure, try again later."));
  }

  private Reply take(Request request, String to) {
    outside
        .mailbox()
        .add(
            new Mailbox.Draft(
                NAME,
                "sms",
                Reception.hex(8),
                header(request, "X-Kannel-From"),
                to,
                "",
                request.body(),
                "",
                Map.of("Coding", header(request, "X-Kannel-Coding"))));
    var url = header(request, "X-Kannel-DLR-Url");
    if (!url.isEmpty()) {
      report(url, 200, 8);
      report(
          url,
          600,
          switch (Story.of(to)) {
            case BOUNCE, BLOCKED -> 2;
            case DEFERRED -> 4;
            case DELIVERED, COMPLAINT -> 1;
          });
    }
    return Reply.text(202, TEXT, "0: Accepted for delivery");
  }

  private void report(String url, long afterMs, int kind) {
    var filled =
        url.replace("%d", Integer.toString(kind))
            .replace("%F", Reception.hex(4))
            .replace("%A", FormFields.encoded(kind == 2 ? "NACK/11/Invalid" : "ACK/"));
    var callback = new ReportCall("GET", filled, Map.of(), "");
    outside.reports().send(NAME, Duration.ofMillis(afterMs), () -> callback);
  }

  private static String header(Request request, String name) {
    var value = request.header(name);
    return value == null ? "" : value;
  }
}
