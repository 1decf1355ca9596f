package dev.plaza.order.coupon;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// As much of the quota service as this one uses, and the issuer of its token: with the rules on
/// GUIDs, limits and persons, with books to look into, and with faults on demand.
public final class FakeQuota implements AutoCloseable {

  /// What befalls the next request of a kind.
  public enum Fault {
    /// Executed, but the answer never arrives.
    LOSE_ANSWER,
    /// Not executed.
    FAIL,
    /// The token is not accepted.
    UNAUTHENTICATED
  }

  /// @param discount JSON, as the service shows it
  ///
  /// @param blind whether a check does not see what is left
  private record Offer(
      String id,
      String discount,
      int limit,
      int perUser,
      boolean blind,
      @Nullable String refusal) {}

  public static final class Redemption {
    public final String offer;
    public final String user;
    public volatile long amount;
    public volatile String status = "reserved";

    Redemption(String offer, String user, long amount) {
      this.offer = offer;
      this.user = user;
      this.amount = amount;
    }

    boolean counts() {
      return Set.of("reserved", "redeemed").contains(status);
    }
  }

  private record Answer(int status, Object body) {}

  private final JsonMapper json = new JsonMapper();
  private final HttpServer server;
  private final Map<String, Offer> offers = new ConcurrentHashMap<>();
  private final Map<String, Redemption> redemptions = new LinkedHashMap<>();
  private final Map<String, ConcurrentLinkedQueue<Fault>> faults = new ConcurrentHashMap<>();
  private final List<String> log = new ArrayList<>();
  private final AtomicInteger tokens = new AtomicInteger();
  private volatile boolean paused;

  public FakeQuota() {
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

  /// An offer that everybody may use once.
  public void offer(String id, String discount, int limit) {
    offers.put(id, new Offer(id, discount, limit, 1, false, null));
  }

  /// The same, but a check always says yes: somebody else is always faster.
  public void contested(String id, String discount, int limit) {
    offers.put(id, new Offer(id, discount, limit, 1, true, null));
  }

  /// An offer that is refused for a reason that has nothing to do with what is left.
  public void refuse(String id, String reason) {
    offers.put(id, new Offer(id, "{\"percent\":10}", 0, 1, false, reason));
  }

  /// @param what `token`, `check`, `reserve`, `confirm`, `reverse` or `ask`
  public void next(String what, Fault... some) {
    faults.computeIfAbsent(what, _ -> new ConcurrentLinkedQueue<>()).addAll(List.of(some));
  }

  /// Accepts connections and says nothing.
  public void pause(boolean on) {
    paused = on;
  }

  public int tokens() {
    return tokens.get();
  }

  /// Where a redemption stands; `none` if nothing is known of it.
  public synchronized String status(String guid) {
    var it = redemptions.get(guid);
    return it == null ? "none" : it.status;
  }

  public synchronized long amount(String guid) {
    return redemptions.get(guid).amount;
  }

  /// The hold of a redemption runs out.
  public synchronized void expire(String guid) {
    redemptions.get(guid).status = "expired";
  }

  /// How often something was asked for, executed or not.
  public synchronized long count(String what, String guid) {
    return log.stream().filter((what + " " + guid)::equals).count();
  }

  public synchronized long used(String offer) {
    return redemptions.values().stream()
        .filter(it -> it.offer.equals(offer) && it.counts())
        .count();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      if (paused) {
        return;
      }
      var path = exchange.getRequestURI().getPath();
      var what = what(exchange.getRequestMethod(), path);
      var fault = faults.getOrDefault(what, new ConcurrentLinkedQueue<>()).poll();
      var answer = fault == Fault.FAIL ? new Answer(503, Map.of()) : answer(exchange, what, body);
      if (fault == Fault.UNAUTHENTICATED) {
        answer = new Answer(401, Map.of("code", "unauthenticated"));
      }
      if (fault == Fault.LOSE_ANSWER) {
        return;
      }
      var bytes = json.writeValueAsBytes(answer.body());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static String what(String method, String path) {
    if (path.equals("/token")) {
      return "token";
    }
    if (path.endsWith("/check")) {
      return "check";
    }
    if (path.endsWith("/confirm")) {
      return "confirm";
    }
    return switch (method) {
      case "DELETE" -> "reverse";
      case "GET" -> "ask";
      default -> "reserve";
    };
  }

  private synchronized Answer answer(HttpExchange exchange, String what, byte[] body) {
    var authorization = exchange.getRequestHeaders().getFirst("Authorization");
    var parts = exchange.getRequestURI().getPath().split("/");
    if (what.equals("token")) {
      return new String(body, java.nio.charset.StandardCharsets.UTF_8)
                  .equals("grant_type=client_credentials")
              && authorization.startsWith("Basic ")
          ? new Answer(
              200,
              Map.of(
                  "access_token",
                  "token-" + tokens.incrementAndGet(),
                  "token_type",
                  "Bearer",
                  "expires_in",
                  900))
          : new Answer(400, Map.of("error", "invalid_request"));
    }
    if (authorization == null || !authorization.startsWith("Bearer token-")) {
      return new Answer(401, Map.of("code", "unauthenticated"));
    }
    if (what.equals("check")) {
      return check(parts[2].toUpperCase(Locale.ROOT), json.readTree(body));
    }
    if (what.equals("reserve")) {
      return reserve(json.readTree(body));
    }
    log.add(what + " " + parts[2]);
    var known = redemptions.get(parts[2]);
    return switch (what) {
      case "reverse" -> reverse(parts[2], known);
      case "confirm" -> confirm(known, body);
      default -> known == null ? problem(404, "unknown_guid") : done(200, known);
    };
  }

  private Answer check(String id, JsonNode question) {
    var offer = offers.get(id);
    String refusal =
        offer == null
            ? "unknown"
            : offer.blind() ? null : refusal(offer, question.at("/user_id").asString());
    var answer = new LinkedHashMap<String, Object>();
    answer.put("offer_id", id);
    answer.put("applicable", refusal == null);
    answer.put("code", refusal);
    answer.put("detail", refusal == null ? null : "because of " + refusal);
    if (offer != null) {
      answer.put("discount", json.readTree(offer.discount()));
    }
    return new Answer(200, answer);
  }

  private @Nullable String refusal(Offer offer, String user) {
    if (offer.refusal() != null) {
      return offer.refusal();
    }
    if (used(offer.id()) >= offer.limit()) {
      return "exhausted";
    }
    long mine =
        redemptions.values().stream()
            .filter(it -> it.offer.equals(offer.id()) && it.user.equals(user) && it.counts())
            .count();
    return mine >= offer.perUser() ? "user_limit" : null;
  }

  private Answer reserve(JsonNode wish) {
    String guid = wish.at("/guid").asString();
    log.add("reserve " + guid);
    var known = redemptions.get(guid);
    if (known != null) {
      return known.counts() ? done(200, known) : problem(409, "cancelled");
    }
    var offer = offers.get(wish.at("/offer_id").asString());
    String user = wish.at("/user_id").asString();
    String refusal = offer == null ? "unknown_offer" : refusal(offer, user);
    if (offer == null || refusal != null) {
      return problem(offer == null ? 404 : 422, String.valueOf(refusal));
    }
    var made = new Redemption(offer.id(), user, wish.at("/amount/amount").asLong());
    redemptions.put(guid, made);
    return done(201, made);
  }

  private Answer confirm(@Nullable Redemption known, byte[] body) {
    if (known == null) {
      return problem(404, "unknown_guid");
    }
    if (known.status.equals("reversed")) {
      return problem(409, "cancelled");
    }
    if (known.status.equals("expired")) {
      var offer = offers.get(known.offer);
      if (offer == null || used(known.offer) >= offer.limit()) {
        return problem(409, "expired");
      }
    }
    known.status = "redeemed";
    known.amount = json.readTree(body).at("/amount/amount").asLong(known.amount);
    return done(200, known);
  }

  private Answer reverse(String guid, @Nullable Redemption known) {
    var it = known == null ? new Redemption("", "", 0) : known;
    it.status = "reversed";
    redemptions.put(guid, it);
    return done(200, it);
  }

  private static Answer done(int status, Redemption it) {
    return new Answer(status, Map.of("status", it.status, "path", "fast"));
  }

  private static Answer problem(int status, String code) {
    return new Answer(status, Map.of("code", code, "title", code, "status", status));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
