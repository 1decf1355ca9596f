package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReports;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Takes what providers report. Answers 200 once the reports are stored; whatever else the answer
/// is, the provider will call again.
///
/// The body is read from the request itself: a converter would write form parameters anew, and the
/// signature would no longer match.
@RestController
@RequestMapping("/webhooks/{provider}")
class WebhookController {

  static final int BODY_MAX = 1024 * 1024;

  private final Webhooks webhooks;
  private final ObjectProvider<DeliveryReports> reports;
  private final MeterRegistry meters;

  WebhookController(
      Webhooks webhooks, ObjectProvider<DeliveryReports> reports, MeterRegistry meters) {
    this.webhooks = webhooks;
    this.reports = reports;
    this.meters = meters;
  }

  @PostMapping
  Map<String, Object> post(@PathVariable String provider, HttpServletRequest request)
      throws IOException {
    var webhook = webhooks.of(provider).orElseThrow(ProblemException::notFound);
    return taken(provider, webhook, request);
  }

  /// Only gateways of short messages report by GET; for the others there is nothing here.
  @GetMapping
  Map<String, Object> get(@PathVariable String provider, HttpServletRequest request)
      throws IOException {
    var webhook =
        webhooks
            .of(provider)
            .filter(KannelWebhook.class::isInstance)
            .orElseThrow(ProblemException::notFound);
    return taken(provider, webhook, request);
  }

  private Map<String, Object> taken(String provider, Webhook webhook, HttpServletRequest request)
      throws IOException {
    try {
      var reading = webhook.read(call(request));
      if (!reading.reports().isEmpty()) {
        reports.getObject().recordAll(reading.reports());
      }
      reading.recorded().run();
      meters.counter("notify.webhook.calls", "provider", provider, "outcome", "taken").increment();
      meters
          .counter("notify.webhook.events", "provider", provider)
          .increment(reading.reports().size());
      return Map.of("events", reading.reports().size());
    } catch (ProblemException e) {
      meters
          .counter("notify.webhook.calls", "provider", provider, "outcome", e.code().code())
          .increment();
      throw e;
    }
  }

  private static Call call(HttpServletRequest request) throws IOException {
    var body = request.getInputStream().readNBytes(BODY_MAX + 1);
    if (body.length > BODY_MAX) {
      throw new ProblemException(
          CommonProblem.PAYLOAD_TOO_LARGE, "At most " + BODY_MAX + " bytes are taken here.");
    }
    var query = request.getQueryString();
    return new Call(query == null ? "" : query, request::getHeader, body);
  }
}
