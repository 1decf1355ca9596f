package dev.plaza.dev.psp;

import dev.plaza.dev.web.HttpApi;
import dev.plaza.dev.web.Reply;
import dev.plaza.dev.web.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The GET side of `/v1`: retrieve, list, search.
final class ReadEndpoints {

  private static final Pattern CLAUSE =
      Pattern.compile(
          "\\s*(?:metadata\\[(['\"])(.+?)\\1]|(status|currency))\\s*:\\s*(['\"])(.*?)\\4\\s*");

  /// Runs a request behind authentication and failures on purpose.
  interface Guard {
    Reply run(Request request, PaymentEndpoints.Work work) throws InterruptedException;
  }

  private final PaymentProvider provider;

  ReadEndpoints(PaymentProvider provider) {
    this.provider = provider;
  }

  void register(HttpApi server, Guard guard) {
    // Before {id}: the first route that fits wins.
    get(server, guard, "/v1/payment_intents/search", this::search);
    get(server, guard, "/v1/payment_intents/{id}", this::intent);
    get(server, guard, "/v1/payment_intents", this::intents);
    get(server, guard, "/v1/charges/{id}", this::charge);
    get(server, guard, "/v1/refunds/{id}", this::refund);
    get(server, guard, "/v1/refunds", this::refunds);
  }

  private static void get(
      HttpApi server, Guard guard, String path, Function<Request, Reply> handler) {
    server.route("GET", path, request -> guard.run(request, () -> handler.apply(request)));
  }

  private Reply intent(Request request) {
    var id = request.at("id");
    var intent = provider.read(state -> state.intent(id));
    if (intent.isEmpty()) {
      throw StripeError.missing("payment_intent", id).refusal();
    }
    var expand = Form.parse(request.query()).expands("latest_charge");
    return Reply.json(200, StripeJson.intent(intent.get(), expand));
  }

  private Reply charge(Request request) {
    var id = request.at("id");
    var intent = provider.read(state -> byCharge(state, id));
    if (intent.isEmpty()) {
      throw StripeError.missing("charge", id).refusal();
    }
    var charge = intent.get().charges().stream().filter(each -> each.id().equals(id)).findFirst();
    return Reply.json(200, StripeJson.charge(intent.get(), charge.orElseThrow()));
  }

  static Optional<Intent> byCharge(ProviderState state, @Nullable String charge) {
    for (var intent : state.intents()) {
      if (intent.charges().stream().anyMatch(each -> each.id().equals(charge))) {
        return Optional.of(intent);
      }
    }
    return Optional.empty();
  }

  private Reply refund(Request request) {
    var id = request.at("id");
    var refund = provider.read(state -> state.refund(id));
    if (refund.isEmpty()) {
      throw StripeError.missing("refund", id).refusal();
    }
    return Reply.json(200, StripeJson.refund(refund.get()));
  }

  private Reply refunds(Request request) {
    var form = Form.parse(request.query());
    var intent = form.text("payment_intent");
    var charge = form.text("charge");
    var found =
        provider.read(
            state ->
                state.refunds().stream()
                    .filter(each -> intent == null || each.intent().equals(intent))
                    .filter(each -> charge == null || each.charge().equals(charge))
                    .toList());
    return page("/v1/refunds", form, found, Refund::id, StripeJson::refund);
  }

  private Reply intents(Request request) {
    var form = Form.parse(request.query());
    var since = form.map("created").get("gte");
    var from = since != null && since.matches("\\d{1,12}") ? Long.parseLong(since) : 0;
    var found =
        provider.read(
            state -> state.intents().stream().filter(each -> each.created() >= from).toList());
    var expand = form.expands("data.latest_charge");
    return page(
        "/v1/payment_intents", form, found, Intent::id, each -> StripeJson.intent(each, expand));
  }

  private static <T> Reply page(
      String url,
      Form form,
      List<T> found,
      Function<T, String> id,
      Function<T, Map<String, Object>> json) {
    var start = 0;
    var after = form.text("starting_after");
    if (after != null) {
      while (start < found.size() && !id.apply(found.get(start)).equals(after)) {
        start++;
      }
      start++;
    }
    var rest = found.subList(Math.min(start, found.size()), found.size());
    var page = rest.subList(0, Math.min(form.limit(), rest.size()));
    return Reply.json(
        200, StripeJson.list(url, page.stream().map(json).toList(), rest.size() > page.size()));
  }

  private Reply search(Request request) {
    var form = Form.parse(request.query());
    var matches = new ArrayList<Predicate<Intent>>();
    var order = criteria(form.required("query"), matches);
    var visible = provider.now() - (provider.switches().searchLagMs() + 999) / 1000;
    var found =
        provider.read(
            state ->
                (order == null ? state.intents() : state.intentsOfOrder(order))
                    .stream()
                        .filter(each -> each.created() <= visible)
                        .filter(each -> matches.stream().allMatch(match -> match.test(each)))
                        .toList());
    var token = form.text("page");
    var start = token != null && token.matches("\\d{1,9}") ? Integer.parseInt(token) : 0;
    var rest = found.subList(Math.min(start, found.size()), found.size());
    var page = rest.subList(0, Math.min(form.limit(), rest.size()));
    var next = rest.size() > page.size() ? String.valueOf(start + page.size()) : null;
    var expand = form.expands("data.latest_charge");
    return Reply.json(
        200,
        StripeJson.searchResult(
            "/v1/payment_intents/search",
            page.stream().map(each -> StripeJson.intent(each, expand)).toList(),
            next));
  }

  /// Adds what `query` asks for to `matches`; the order id it names, if any.
  private static @Nullable String criteria(String query, List<Predicate<Intent>> matches) {
    String order = null;
    for (var clause : query.split("\\s+AND\\s+", 11)) {
      var match = CLAUSE.matcher(clause);
      if (!match.matches()) {
        throw StripeError.invalid(null, "query", "We were unable to parse your search query.")
            .refusal();
      }
      var key = match.group(2);
      var value = match.group(5);
      if (key != null) {
        matches.add(intent -> value.equals(intent.metadata().get(key)));
        order = key.equals("order_id") ? value : order;
      } else if (match.group(3).equals("status")) {
        matches.add(intent -> intent.status().wire().equals(value));
      } else {
        matches.add(intent -> intent.currency().equals(value));
      }
    }
    return order;
  }
}
