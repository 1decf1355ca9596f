package dev.plaza.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.infra.TestInfra;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/// Who may do what, and what happens to nonsense.
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {"plaza.time-factor=12", "spring.kafka.consumer.group-id=dispatch-api-it"})
@ActiveProfiles("sandbox")
@DirtiesContext
class DispatchApiIT {

  private static final String SOME_ID = UUID.randomUUID().toString();
  private static TestCity city;

  @LocalServerPort int port;

  record Endpoint(String method, String path, String body, List<String> roles) {}

  private static final List<Endpoint> ENDPOINTS =
      List.of(
          new Endpoint("PUT", "/courier/status", "{\"status\":\"online\"}", List.of("courier")),
          new Endpoint("GET", "/courier/status", null, List.of("courier")),
          new Endpoint("GET", "/courier/offers", null, List.of("courier")),
          new Endpoint("GET", "/courier/offers/stream", null, List.of("courier")),
          new Endpoint("GET", "/courier/assignments", null, List.of("courier")),
          new Endpoint("POST", "/offers/" + SOME_ID + "/accept", "{}", List.of("courier")),
          new Endpoint("POST", "/offers/" + SOME_ID + "/decline", "{}", List.of("courier")),
          new Endpoint("POST", "/assignments/" + SOME_ID + "/cancel", "{}", List.of("courier")),
          new Endpoint("POST", "/assign", "{\"order_id\":\"x\"}", List.of("service", "ops")),
          new Endpoint("GET", "/dispatch/surge?geo=48.2,16.4", null, List.of("service", "ops")),
          new Endpoint("GET", "/dispatch/board", null, List.of("ops")),
          new Endpoint("GET", "/dispatch/orders/x", null, List.of("ops")));

  @DynamicPropertySource
  static void servers(DynamicPropertyRegistry registry) {
    TestInfra.register(registry::add, "plaza_dispatch");
  }

  @BeforeAll
  static void begin() {
    city = new TestCity();
  }

  @AfterAll
  static void end() throws Exception {
    city.close();
  }

  @Test
  void asksEverybodyWhoTheyAreAndWhatTheyAreAllowed() throws Exception {
    for (var it : ENDPOINTS) {
      var nobody = city.call(port, it.method(), it.path(), null, new String[0], it.body());
      assertThat(nobody.status()).as("nobody %s", it).isEqualTo(401);
      for (var role : List.of("customer", "restaurant", "courier", "ops", "service")) {
        if (!it.roles().contains(role)) {
          var other = city.call(port, it.method(), it.path(), "x", new String[] {role}, it.body());
          assertThat(other.status()).as("%s %s", role, it).isEqualTo(403);
          assertThat(other.code()).isEqualTo("forbidden");
        }
      }
    }
  }

  @Test
  void hidesOffersAndAssignmentsFromAllOtherCouriers() throws Exception {
    var shop = TestCity.somewhere();
    var order = city.order(TestCity.id("order"), shop);
    var mine = city.courier(port, TestCity.offset(shop, 100));
    var other = city.courier(port, TestCity.somewhere());
    city.request(order);
    var offer = city.offer(port, mine).path("id").asString();

    assertThat(city.offers(port, other)).isEmpty();
    assertThat(city.accept(port, other, offer).status()).isEqualTo(404);
    assertThat(city.post(port, "/offers/" + offer + "/decline", other, "courier", "{}").status())
        .isEqualTo(404);

    var assignment = city.take(port, mine).path("assignment_id").asString();
    city.event(order.orderId(), AssignmentEvent.ASSIGNED);
    var cancel = "/assignments/" + assignment + "/cancel";
    assertThat(city.post(port, cancel, other, "courier", "{}").status()).isEqualTo(404);
    assertThat(city.get(port, "/courier/assignments", other, "courier").body().path("items"))
        .isEmpty();
    assertThat(city.get(port, "/courier/assignments", mine, "courier").body().path("items"))
        .hasSize(1);
    assertThat(city.accept(port, other, offer).status()).isEqualTo(404);
  }

  @Test
  void refusesNonsenseWithAPointer() throws Exception {
    assertBad("{\"status\":\"online\",\"capacity\":0}", 422, "/capacity");
    assertBad("{\"status\":\"online\",\"capacity\":-3}", 422, "/capacity");
    assertBad("{\"status\":\"online\",\"capacity\":11}", 422, "/capacity");
    assertBad("{\"status\":\"online\",\"capacity\":1.5}", 400, "/capacity");
    assertBad("{\"status\":\"online\",\"capacity\":99999999999}", 400, "/capacity");
    assertBad("{\"status\":\"online\",\"capacity\":\"two\"}", 400, "/capacity");
    assertBad("{\"status\":\"asleep\"}", 400, "/status");
    assertBad("{\"status\":\"online\",\"vehicle\":\"submarine\"}", 400, "/vehicle");
    assertBad("{}", 422, "/status");
    assertBad("{\"status\":", 400, "");
    assertBad("[]", 400, "");
    assertBad("{\"status\":\"online\",\"note\":\"" + "x".repeat(300_000) + "\"}", 413, "");
    assertThat(city.put(port, "/courier/status", "c", "{\"status\":\"online\",\"new\":1}").status())
        .isEqualTo(200);
  }

  @Test
  void answersUnknownIdsWith404() throws Exception {
    for (var id : List.of(SOME_ID, "1", "%00", "a".repeat(2_000), "%F0%9F%8D%95", "'--")) {
      assertThat(city.accept(port, "c", id).status()).as(id).isIn(404, 400);
      assertThat(city.post(port, "/assignments/" + id + "/cancel", "c", "courier", "{}").status())
          .as(id)
          .isIn(404, 400);
      assertThat(city.get(port, "/dispatch/orders/" + id, "o", "ops").status())
          .as(id)
          .isIn(404, 400);
    }
    assertThat(assign("{\"order_id\":\"" + SOME_ID + "\"}")).isEqualTo(404);
    assertThat(assign("{\"order_id\":\"\"}")).isEqualTo(422);
    assertThat(assign("{\"order_id\":\"" + "x".repeat(65) + "\"}")).isEqualTo(422);
    assertThat(assign("{\"order_id\":7}")).isEqualTo(400);
    assertThat(assign("{\"order_id\":\"a\\u0000b\"}")).isIn(400, 422);
  }

  @Test
  void refusesPlacesThatAreNotOnEarth() throws Exception {
    for (var geo :
        List.of("91,0", "0,181", "x,y", "48.2", "48.2,16.4,1", "NaN,NaN", "1e400,0", "")) {
      var answer = city.get(port, "/dispatch/surge?geo=" + geo, "o", "ops");
      assertThat(answer.status()).as(geo).isEqualTo(400);
    }
    assertThat(city.get(port, "/dispatch/surge", "o", "ops").status()).isEqualTo(400);
    for (var geo : List.of("90,0", "-90,180", "0,-180", "48.2,16.4")) {
      var answer = city.get(port, "/dispatch/surge?geo=" + geo, "o", "ops");
      assertThat(answer.status()).as(geo).isEqualTo(200);
      assertThat(answer.body().path("level").asInt()).isZero();
    }
  }

  @Test
  void saysItIsWellAndDescribesItself() throws Exception {
    assertThat(city.get(port, "/actuator/health/readiness", null).text()).contains("UP");
    assertThat(city.get(port, "/v3/api-docs", null).text()).contains("/offers/{id}/accept");
    assertThat(city.get(port, "/actuator/prometheus", null).text())
        .contains("dispatch_round_duration", "dispatch_jobs_open", "dispatch_couriers_online");
  }

  private int assign(String body) throws Exception {
    return city.post(port, "/assign", "o", "ops", body).status();
  }

  private void assertBad(String body, int status, String pointer) throws Exception {
    var answer = city.put(port, "/courier/status", "bad", body);
    assertThat(answer.status()).as("%.60s", body).isEqualTo(status);
    assertThat(answer.text()).contains(pointer);
  }
}
