package dev.plaza.catalog;

import dev.plaza.infra.TestTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The service as its callers see it.
public record Catalog(int port, @Nullable String token) {

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  public static Catalog customer(int port) {
    return new Catalog(port, TestTokens.token("alice", "customer"));
  }

  public static Catalog ops(int port) {
    return new Catalog(port, TestTokens.token("olga", "ops"));
  }

  public static Catalog staff(int port, String restaurant) {
    return new Catalog(port, TestTokens.restaurant("staff-" + restaurant, restaurant));
  }

  public static Catalog nobody(int port) {
    return new Catalog(port, null);
  }

  public record Answer(int status, JsonNode body, HttpResponse<String> raw) {
    public String header(String name) {
      return raw.headers().firstValue(name).orElse("");
    }

    public String code() {
      return body.path("code").asString("");
    }

    public List<String> pointers() {
      return texts(body.path("errors"), "pointer");
    }
  }

  public Answer get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  public Answer put(String path, String body, String... headers) {
    return send("PUT", path, body, headers);
  }

  public Answer patch(String path, String body, String... headers) {
    return send("PATCH", path, body, headers);
  }

  public Answer post(String path, String body, String... headers) {
    return send("POST", path, body, headers);
  }

  public Answer send(String method, String path, @Nullable String body, String... headers) {
    // The pipe of filters=cuisine:a|b goes out as browsers send it.
    var request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://localhost:" + port + path.replace("|", "%7C").replace(" ", "%20")))
            .method(
                method,
                body == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(body, StandardCharsets.UTF_8));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    try {
      var raw = HTTP.send(request.build(), BodyHandlers.ofString());
      var node = raw.body().isEmpty() ? JSON.nullNode() : JSON.readTree(raw.body());
      return new Answer(raw.statusCode(), node, raw);
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Ids of all pages of a search.
  public List<String> ids(String query) {
    var ids = new ArrayList<String>();
    var cursor = "";
    do {
      var page = get("/restaurants?" + query + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      if (page.status() != 200) {
        throw new IllegalStateException(page.raw().body());
      }
      ids.addAll(texts(page.body().path("items"), "id"));
      cursor = page.body().path("next_cursor").asString("");
    } while (!cursor.isEmpty());
    return ids;
  }

  public static List<String> texts(JsonNode array, String name) {
    var texts = new ArrayList<String>();
    array.forEach(it -> texts.add(it.path(name).asString("")));
    return texts;
  }

  /// A restaurant with everything that is required.
  public static String restaurant(String name, double lat, double lon, String hours) {
    return """
    {"name":"%s","location":{"lat":%s,"lon":%s},"timezone":"Europe/Vienna","hours":"%s",
     "cuisines":["Thai Food"],"price_level":2,"prep_minutes":15,
     "delivery":{"minimum_order":{"amount":1000,"currency":"EUR"},"radius_m":3000}}
    """
        .formatted(name, lat, lon, hours);
  }

  /// A menu with one item, free to take and with one nested choice.
  public static String menu(String sku, long price) {
    return """
    {"currency":"EUR","categories":[{"id":"mains","name":"Mains","items":[
      {"sku":"%s","name":"Pad Thai","description":"Rice noodles","price":%d,"tax_category":"food",
       "modifier_groups":[{"id":"protein","name":"Protein","min":1,"max":1,"options":[
         {"id":"tofu","name":"Tofu","price":0,"modifier_groups":[
           {"id":"fried","name":"Fried","min":0,"max":1,
            "options":[{"id":"crisp","name":"Crisp","price":50}]}]},
         {"id":"shrimp","name":"Shrimp","price":300}]}]}]}]}
    """
        .formatted(sku, price);
  }
}
