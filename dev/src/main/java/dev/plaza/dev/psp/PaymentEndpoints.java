package dev.plaza.dev.psp;

import dev.plaza.dev.psp.PaymentProvider.Answered;
import dev.plaza.dev.psp.PaymentProvider.Executed;
import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Json;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// `/v1`: authentication, idempotency keys, failures on purpose, then the rule.
///
/// Keys as Stripe treats them: an answer is kept from the moment execution began, errors included;
/// other parameters under the same key are refused; a second request while the first runs gets 409;
/// what failed validation was never executed and is not kept.
final class PaymentEndpoints {

  private static final Set<String> CREATE =
      Set.of(
          "amount",
          "currency",
          "capture_method",
          "confirm",
          "payment_method",
          "metadata",
          "description",
          "payment_method_types",
          "automatic_payment_methods",
          "off_session",
          "return_url",
          "customer",
          "receipt_email",
          "statement_descriptor",
          "statement_descriptor_suffix",
          "setup_future_usage",
          "payment_method_options",
          "confirmation_method",
          "error_on_requires_action",
          "transfer_group");

  /// What a POST does to the state.
  private interface Rule {
    Outcome apply(ProviderState state, Form form);
  }

  private final PaymentProvider provider;
  private final KeysInUse inUse = new KeysInUse();

  PaymentEndpoints(PaymentProvider provider) {
    this.provider = provider;
  }

  void register(HttpApi server) {
    var rules = provider.rules();
    var intents = "/v1/payment_intents";
    var reads = new ReadEndpoints(provider);
    post(server, intents, CREATE, (_, form) -> rules.create(form, now(), holdSeconds()), true);
    server.route(
        "POST", intents + "/{id}", request -> change(request, Set.of("metadata"), this::annotate));
    server.route(
        "POST",
        intents + "/{id}/confirm",
        request ->
            change(
                request,
                Set.of("payment_method", "return_url", "off_session", "capture_method"),
                (intent, form) -> rules.confirm(intent, form, now(), holdSeconds())));
    server.route(
        "POST",
        intents + "/{id}/capture",
        request ->
            change(
                request,
                Set.of("amount_to_capture", "metadata", "final_capture", "statement_descriptor"),
                (intent, form) -> rules.capture(intent, form, now())));
    server.route(
        "POST",
        intents + "/{id}/cancel",
        request ->
            change(
                request,
                Set.of("cancellation_reason"),
                (intent, form) -> rules.cancel(intent, form, now())));
    post(
        server,
        "/v1/refunds",
        Set.of("payment_intent", "charge", "amount", "reason", "metadata"),
        this::refund,
        false);
    reads.register(server, this::guarded);
  }

  private long now() {
    return provider.now();
  }

  private long holdSeconds() {
    return provider.switches().holdSeconds();
  }

  private Outcome annotate(Intent intent, Form form) {
    var changed = intent.annotated(form.map("metadata"));
    return new Outcome.Paid(changed, Change.of(changed, List.of(), List.of()));
  }

  private Outcome refund(ProviderState state, Form form) {
    var id = form.text("payment_intent");
    var charge = form.text("charge");
    if (id == null && charge == null) {
      throw StripeError.invalid(
              "parameter_missing",
              "payment_intent",
              "One of the following params should be provided: payment_intent or charge.")
          .refusal();
    }
    var intent = id == null ? ReadEndpoints.byCharge(state, charge) : state.intent(id);
    if (intent.isEmpty()) {
      return new Outcome.Refused(
          id == null
              ? StripeError.missing("charge", String.valueOf(charge))
              : StripeError.missing("payment_intent", id));
    }
    return provider.rules().refund(intent.get(), form, now());
  }

  private void post(HttpApi server, String path, Set<String> names, Rule rule, boolean slow) {
    server.route(
        "POST", path, request -> guarded(request, () -> posted(request, names, rule, slow)));
  }

  private interface IntentRule {
    Outcome apply(Intent intent, Form form);
  }

  private Reply change(Request request, Set<String> names, IntentRule rule)
      throws InterruptedException {
    var id = request.at("id");
    return guarded(
        request,
        () ->
            posted(
                request,
                names,
                (state, form) -> {
                  var intent = state.intent(id);
                  return intent.isEmpty()
                      ? new Outcome.Refused(StripeError.missing("payment_intent", id))
                      : rule.apply(intent.get(), form);
                },
                request.target().endsWith("/confirm")));
  }

  interface Work {
    Reply run() throws InterruptedException;
  }

  /// What every request passes first.
  Reply guarded(Request request, Work work) throws InterruptedException {
    if (!provider.awaitRunning()) {
      return new Reply.Dropped();
    }
    var switches = provider.switches();
    if (switches.latencyMs() > 0) {
      Thread.sleep(switches.latencyMs());
    }
    try {
      authenticate(request);
      if (chance(switches.throttleRate())) {
        throw StripeError.throttled().refusal();
      }
      if (chance(switches.failRate())) {
        throw StripeError.broken().refusal();
      }
      return work.run();
    } catch (StripeError.Refusal e) {
      return Reply.json(e.error().status(), e.error().json());
    }
  }

  private static void authenticate(Request request) {
    var header = request.header("Authorization");
    if (header != null && header.startsWith("Bearer sk_test_")) {
      return;
    }
    if (header != null && header.startsWith("Basic ")) {
      try {
        var user =
            new String(Base64.getDecoder().decode(header.substring(6)), StandardCharsets.UTF_8);
        if (user.startsWith("sk_test_")) {
          return;
        }
      } catch (IllegalArgumentException e) {
        throw StripeError.unauthorized().refusal();
      }
    }
    throw StripeError.unauthorized().refusal();
  }

  private Reply posted(Request request, Set<String> names, Rule rule, boolean slow)
      throws InterruptedException {
    var form = Form.parse(request.body());
    form.allowOnly(names);
    var key = request.header("Idempotency-Key");
    if (key == null || key.isBlank()) {
      return executed(form, rule, null, "", slow);
    }
    if (key.length() > 255) {
      throw StripeError.invalid(null, null, "Idempotency-Key is longer than 255.").refusal();
    }
    if (!inUse.begin(key)) {
      throw StripeError.keyInUse().refusal();
    }
    try {
      var fingerprint = request.target() + " " + form.canonical();
      var stored = provider.stored(key);
      if (stored.isPresent() && !stored.get().fingerprint().equals(fingerprint)) {
        throw StripeError.keyReused().refusal();
      }
      return stored.isEmpty()
          ? executed(form, rule, key, fingerprint, slow)
          : answer(stored.get().status(), stored.get().body()).with("Idempotent-Replayed", "true");
    } finally {
      inUse.end(key);
    }
  }

  private Reply executed(
      Form form, Rule rule, @Nullable String key, String fingerprint, boolean mayBeSlow)
      throws InterruptedException {
    var switches = provider.switches();
    var method = form.text("payment_method");
    var card = method == null ? null : SandboxCard.of(method).orElse(null);
    if (mayBeSlow && card == SandboxCard.SLOW) {
      Thread.sleep(switches.slowMs());
    }
    var broken = chance(switches.failStoredRate());
    var answered =
        provider.execute(
            key,
            state -> {
              var outcome = rule.apply(state, form);
              return new Executed(
                  outcome.change(),
                  fingerprint,
                  after -> broken ? render(StripeError.broken()) : render(after, outcome, form));
            });
    if (mayBeSlow && card == SandboxCard.TIMEOUT) {
      Thread.sleep(switches.lostAnswerMs());
      return new Reply.Dropped();
    }
    return chance(switches.dropAnswerRate())
        ? new Reply.Dropped()
        : answer(answered.status(), answered.body());
  }

  private static Answered render(ProviderState state, Outcome outcome, Form form) {
    return switch (outcome) {
      case Outcome.Paid(var intent, var _) -> {
        var latest = state.intent(intent.id()).orElse(intent);
        yield new Answered(
            200, Json.text(StripeJson.intent(latest, form.expands("latest_charge"))));
      }
      case Outcome.Refunded(var refund, var _) ->
          new Answered(200, Json.text(StripeJson.refund(refund)));
      case Outcome.Refused(var error, var _) -> render(error);
    };
  }

  private static Answered render(StripeError error) {
    return new Answered(error.status(), Json.text(error.json()));
  }

  private static Reply.Answer answer(int status, String body) {
    return new Reply.Answer(status, Map.of("Content-Type", "application/json"), body);
  }

  private static boolean chance(double rate) {
    return rate > 0 && ThreadLocalRandom.current().nextDouble() < rate;
  }
}
