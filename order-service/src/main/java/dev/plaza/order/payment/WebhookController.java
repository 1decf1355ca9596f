package dev.plaza.order.payment;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemCode;
import dev.plaza.platform.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The payment provider's webhooks: the signature is checked over the bytes as they came.
@RestController
class WebhookController {

  private final Notices notices;
  private final PaymentProperties properties;
  private final JsonMapper json;
  private final Clock clock;

  WebhookController(Notices notices, PaymentProperties properties, JsonMapper json, Clock clock) {
    this.notices = notices;
    this.properties = properties;
    this.json = json;
    this.clock = clock;
  }

  enum WebhookProblem implements ProblemCode {
    BAD_SIGNATURE;

    @Override
    public String code() {
      return "bad_signature";
    }

    @Override
    public int status() {
      return 400;
    }

    @Override
    public String title() {
      return "The signature is missing, wrong or too old";
    }
  }

  @PostMapping("/webhooks/payment")
  ResponseEntity<Map<String, Object>> receive(
      @RequestBody(required = false) byte @Nullable [] body,
      @RequestHeader(value = "Stripe-Signature", required = false) @Nullable String signature) {
    var payload = body == null ? "" : new String(body, StandardCharsets.UTF_8);
    verify(payload, signature == null ? "" : signature);
    try {
      boolean taken = notices.take(json.readTree(payload));
      return ResponseEntity.ok(Map.of("received", true, "new", taken));
    } catch (JacksonException _) {
      throw new ProblemException(CommonProblem.MALFORMED, "The event is not JSON.");
    }
  }

  private void verify(String payload, String signature) {
    try {
      Webhook.Signature.verifyHeader(
          payload,
          signature,
          properties.webhookSecret(),
          properties.webhookTolerance().toSeconds(),
          clock);
    } catch (SignatureVerificationException | IllegalArgumentException e) {
      throw new ProblemException(WebhookProblem.BAD_SIGNATURE, String.valueOf(e.getMessage()));
    }
  }
}
