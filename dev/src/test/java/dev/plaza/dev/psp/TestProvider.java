package dev.plaza.dev.psp;

import dev.plaza.dev.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// A provider on a free port and a plain client for it.
final class TestProvider implements AutoCloseable {

  record Answer(int status, JsonNode body, boolean replayed) {
    String code() {
      return body.path("error").path("code").asString("");
    }

    String id() {
      return body.path("id").asString("");
    }
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final PaymentProvider provider;

  TestProvider(Path data) throws IOException {
    this(data, null);
  }

  TestProvider(Path data, String webhookUrl) throws IOException {
    provider =
        PaymentProvider.start(
            new ProviderOptions("127.0.0.1", 0, data, webhookUrl, ProviderOptions.SECRET));
  }

  String url() {
    return "http://127.0.0.1:" + provider.port();
  }

  Answer create(String key, String card, long amount, String order) throws Exception {
    return post(
        "/v1/payment_intents",
        key,
        Map.of(
            "amount",
            String.valueOf(amount),
            "currency",
            "eur",
            "capture_method",
            "manual",
            "confirm",
            "true",
            "payment_method",
            card,
            "metadata[order_id]",
            order));
  }

  Answer post(String path, String key, Map<String, String> form) throws Exception {
    var body =
        form.entrySet().stream()
            .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
            .collect(Collectors.joining("&"));
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer sk_test_plaza")
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return answer(http.send(request.build(), BodyHandlers.ofByteArray()));
  }

  Answer get(String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Authorization", "Bearer sk_test_plaza")
            .build();
    return answer(http.send(request, BodyHandlers.ofByteArray()));
  }

  Answer search(String query) throws Exception {
    return get("/v1/payment_intents/search?query=" + encode(query));
  }

  JsonNode totals(String order) throws Exception {
    return get("/books?order_id=" + order).body().path("totals");
  }

  JsonNode control(String json) throws Exception {
    return json("/control", json);
  }

  JsonNode advance(long seconds) throws Exception {
    return json("/control/advance", "{\"seconds\":" + seconds + "}");
  }

  private JsonNode json(String path, String json) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    return Json.tree(http.send(request, BodyHandlers.ofByteArray()).body());
  }

  private static Answer answer(HttpResponse<byte[]> response) {
    return new Answer(
        response.statusCode(),
        Json.tree(response.body()),
        response.headers().firstValue("Idempotent-Replayed").isPresent());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    http.shutdownNow();
    provider.close();
  }
}
