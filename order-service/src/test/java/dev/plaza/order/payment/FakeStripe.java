package dev.plaza.order.payment;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// As much of Stripe as this service uses, with its rules on keys, holds, captures and refunds,
/// with books to look into, and with faults on demand.
public final class FakeStripe implements AutoCloseable {

  /// What befalls the next request of a kind.
  public enum Fault {
    /// Executed, but the answer never arrives.
    LOSE_ANSWER,
    /// Not executed.
    FAIL,
    /// Executed, answered 500, and the 500 is what the key answers from then on.
    FAIL_STORED,
    THROTTLE
  }

  public static final class Intent {
    public final String id;
    public final String orderId;
    public final String attempt;
    public final long amount;
    public final String method;
    public final long created = Instant.now().getEpochSecond();
    public volatile long captureBefore;
    public volatile String status;
    public volatile long captured;
    public volatile int captures;
    public final List<Long> refunds = new ArrayList<>();

    Intent(String id, Map<String, String> form, String status, long holdSeconds) {
      this.id = id;
      this.orderId = form.getOrDefault("metadata[order_id]", "");
      this.attempt = form.getOrDefault("metadata[attempt]", "");
      this.amount = Long.parseLong(form.get("amount"));
      this.method = form.get("payment_method");
      this.status = status;
      this.captureBefore = created + holdSeconds;
    }

    public long refunded() {
      return refunds.stream().mapToLong(Long::longValue).sum();
    }
  }

  private record Answer(int status, Object body) {}

  private final JsonMapper json = new JsonMapper();
  private final HttpServer server;
  private final Map<String, Intent> intents = new LinkedHashMap<>();
  private final List<Map<String, Object>> refunds = new ArrayList<>();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentLinkedQueue<Fault>> faults = new ConcurrentHashMap<>();
  private final AtomicInteger ids = new AtomicInteger();
  private volatile boolean paused;
  private volatile long holdSeconds = 7 * 24 * 3600;

  public FakeStripe() {
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// @param what `create`, `capture`, `cancel` or `refund`
  public void next(String what, Fault... some) {
    faults.computeIfAbsent(what, _ -> new ConcurrentLinkedQueue<>()).addAll(List.of(some));
  }

  public void pause(boolean on) {
    paused = on;
  }

  public void holdsFor(long seconds) {
    holdSeconds = seconds;
  }

  public synchronized List<Intent> of(String orderId) {
    return intents.values().stream().filter(it -> it.orderId.equals(orderId)).toList();
  }

  public long net(String orderId) {
    return of(orderId).stream().mapToLong(it -> it.captured - it.refunded()).sum();
  }

  public long held(String orderId) {
    return of(orderId).stream()
        .filter(it -> it.status.equals("requires_capture"))
        .mapToLong(it -> it.amount)
        .sum();
  }

  /// What the provider does by itself when a hold's time is over.
  public synchronized void release(String orderId) {
    of(orderId).stream()
        .filter(it -> it.status.equals("requires_capture"))
        .forEach(it -> it.status = "canceled");
  }

  /// A refund from the provider's own desk.
  public synchronized void refundByHand(Intent intent, long amount) {
    intent.refunds.add(amount);
    refunds.add(refund("re_hand_" + ids.incrementAndGet(), intent, amount, Map.of()));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (paused) {
        return;
      }
      var form = form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      var path = exchange.getRequestURI().getPath();
      var what = what(exchange.getRequestMethod(), path);
      var fault = faults.getOrDefault(what, new ConcurrentLinkedQueue<>()).poll();
      var answer = answer(exchange, what, path, form, fault);
      if (fault == Fault.LOSE_ANSWER || answer == null) {
        return;
      }
      var bytes = json.writeValueAsBytes(answer.body());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String what(String method, String path) {
    if (method.equals("GET")) {
      return "read";
    }
    if (path.equals("/v1/refunds")) {
      return "refund";
    }
    return path.endsWith("/capture") ? "capture" : path.endsWith("/cancel") ? "cancel" : "create";
  }

  private synchronized @Nullable Answer answer(
      HttpExchange exchange,
      String what,
      String path,
      Map<String, String> form,
      @Nullable Fault fault) {
    if (what.equals("read")) {
      return read(path, form(String.valueOf(exchange.getRequestURI().getRawQuery())));
    }
    if (fault == Fault.FAIL) {
      return error(500, "api_error", null);
    }
    if (fault == Fault.THROTTLE) {
      return error(429, "invalid_request_error", "rate_limit");
    }
    var key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    var known = key == null ? null : answers.get(key);
    if (known != null) {
      return known;
    }
    var fresh = execute(what, path, form);
    var kept = fault == Fault.FAIL_STORED ? error(500, "api_error", null) : fresh;
    if (key != null) {
      answers.put(key, kept);
    }
    boolean lost = what.equals("create") && "pm_card_timeout".equals(form.get("payment_method"));
    return lost ? null : kept;
  }

  private Answer execute(String what, String path, Map<String, String> form) {
    return switch (what) {
      case "create" -> create(form);
      case "refund" -> refund(form);
      case "capture" -> capture(intent(path), form);
      default -> cancel(intent(path));
    };
  }

  private Intent intent(String path) {
    return intents.get(path.split("/")[3]);
  }

  private Answer create(Map<String, String> form) {
    var method = String.valueOf(form.get("payment_method"));
    boolean declined =
        method.equals("pm_card_declined") || method.equals("pm_card_insufficient_funds");
    var intent =
        new Intent(
            "pi_" + ids.incrementAndGet(),
            form,
            declined ? "requires_payment_method" : "requires_capture",
            holdSeconds);
    intents.put(intent.id, intent);
    return declined
        ? declined(method.equals("pm_card_declined") ? "generic_decline" : "insufficient_funds")
        : new Answer(200, view(intent));
  }

  private Answer capture(Intent intent, Map<String, String> form) {
    long amount = Long.parseLong(form.getOrDefault("amount_to_capture", "" + intent.amount));
    if (!intent.status.equals("requires_capture")) {
      return error(400, "invalid_request_error", "payment_intent_unexpected_state");
    }
    if (amount > intent.amount) {
      return error(400, "invalid_request_error", "amount_too_large");
    }
    if (intent.method.equals("pm_card_capture_fails")) {
      return declined("generic_decline");
    }
    intent.status = "succeeded";
    intent.captured = amount;
    intent.captures++;
    return new Answer(200, view(intent));
  }

  private static Answer cancel(Intent intent) {
    if (!intent.status.equals("requires_capture")) {
      return error(400, "invalid_request_error", "payment_intent_unexpected_state");
    }
    intent.status = "canceled";
    return new Answer(200, view(intent));
  }

  private Answer refund(Map<String, String> form) {
    var intent = intents.get(form.get("payment_intent"));
    long amount = Long.parseLong(form.get("amount"));
    if (amount > intent.captured - intent.refunded()) {
      return error(400, "invalid_request_error", "amount_too_large");
    }
    intent.refunds.add(amount);
    Map<String, Object> metadata =
        Map.of(
            "order_id", form.getOrDefault("metadata[order_id]", ""),
            "refund_id", form.getOrDefault("metadata[refund_id]", ""));
    var refund = refund("re_" + ids.incrementAndGet(), intent, amount, metadata);
    refunds.add(refund);
    return new Answer(200, refund);
  }

  private static Map<String, Object> refund(
      String id, Intent intent, long amount, Map<String, Object> metadata) {
    return Map.of(
        "id",
        id,
        "object",
        "refund",
        "amount",
        amount,
        "currency",
        "eur",
        "status",
        "succeeded",
        "payment_intent",
        intent.id,
        "metadata",
        metadata,
        "created",
        intent.created);
  }

  private Answer read(String path, Map<String, String> query) {
    if (path.equals("/v1/payment_intents/search")) {
      var text = query.getOrDefault("query", "");
      var found =
          intents.values().stream()
              .filter(it -> text.contains("'" + it.orderId + "'"))
              .filter(it -> text.contains("'" + it.attempt + "'"))
              .map(FakeStripe::view)
              .toList();
      return new Answer(200, list("search_result", found));
    }
    if (path.equals("/v1/refunds")) {
      var of = query.get("payment_intent");
      var found = refunds.stream().filter(it -> it.get("payment_intent").equals(of)).toList();
      return new Answer(200, list("list", found));
    }
    if (path.equals("/v1/payment_intents")) {
      return new Answer(
          200, list("list", intents.values().stream().map(FakeStripe::view).toList()));
    }
    var intent = intents.get(path.substring(path.lastIndexOf('/') + 1));
    return intent == null
        ? error(404, "invalid_request_error", "resource_missing")
        : new Answer(200, view(intent));
  }

  private static Map<String, Object> list(String kind, List<?> found) {
    return Map.of("object", kind, "has_more", false, "data", found, "url", "/v1");
  }

  private static Map<String, Object> view(Intent intent) {
    return Map.of(
        "id", intent.id,
        "object", "payment_intent",
        "amount", intent.amount,
        "amount_received", intent.captured,
        "created", intent.created,
        "currency", "eur",
        "status", intent.status,
        "metadata", Map.of("order_id", intent.orderId, "attempt", intent.attempt),
        "latest_charge",
            Map.of(
                "id",
                "ch_" + intent.id,
                "object",
                "charge",
                "amount_refunded",
                intent.refunded(),
                "payment_method_details",
                Map.of("type", "card", "card", Map.of("capture_before", intent.captureBefore))));
  }

  private static Answer declined(String code) {
    return new Answer(
        402,
        Map.of(
            "error",
            Map.of(
                "type", "card_error",
                "code", "card_declined",
                "decline_code", code,
                "message", "Your card was declined.")));
  }

  private static Answer error(int status, String type, @Nullable String code) {
    return new Answer(
        status,
        Map.of(
            "error",
            Map.of("type", type, "code", code == null ? "none" : code, "message", "on purpose")));
  }

  private static Map<String, String> form(String text) {
    var form = new LinkedHashMap<String, String>();
    for (var pair : text.split("&")) {
      var parts = pair.split("=", 2);
      if (parts.length == 2) {
        form.put(
            URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
            URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
    }
    return form;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
