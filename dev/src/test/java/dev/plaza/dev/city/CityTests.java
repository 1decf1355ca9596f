package dev.plaza.dev.city;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.dev.client.FakePlatform;
import dev.plaza.dev.client.OrderWalk;
import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.client.Shopper;
import dev.plaza.dev.client.Subject;
import dev.plaza.dev.load.GoldenJourney;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CityTests {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private FakePlatform platform;
  private PlazaClient client;
  private City city;

  @BeforeEach
  void start() throws IOException {
    platform = new FakePlatform();
    client = new PlazaClient(platform.url());
    city = city(CitySettings.QUIET.at(900).withCustomers(false).declining(0));
  }

  private City city(CitySettings settings) throws IOException {
    return City.start(
        new CityOptions(platform.url(), "127.0.0.1", 0, 7, GoldenJourney.centre(), 3, settings));
  }

  @AfterEach
  void stop() {
    city.close();
    client.close();
    platform.close();
  }

  private String order(Behaviour behaviour) throws Exception {
    var random = new Random(1);
    var shopper = new Shopper(client.as(Subject.customer("anna")), random);
    var wish = OrderWalk.Wish.at(GoldenJourney.centre()).instructed(behaviour.word() + " please");
    return new OrderWalk(shopper, random).order(wish).orderId();
  }

  private void awaitEnd(String id, String status) {
    await().atMost(PATIENCE).until(() -> platform.history(id).getLast(), status::equals);
  }

  @Test
  void bringsAnOrderToItsReceipt() throws Exception {
    var steps = new ArrayList<String>();
    var journey = new GoldenJourney(client, "anna", 1, PATIENCE, step -> steps.add(step.name()));
    var result = journey.play(OrderWalk.Wish.at(GoldenJourney.centre()));

    assertThat(steps).startsWith("browse", "menu", "cart", "price", "ordered").endsWith("receipt");
    assertThat(platform.history(result.orderId()))
        .containsExactly(
            "AWAITING_RESTAURANT",
            "PREPARING",
            "COURIER_ASSIGNED",
            "COURIER_EN_ROUTE",
            "DELIVERED",
            "CAPTURED");
    assertThat(platform.positions).hasPositiveValue();
  }

  @Test
  void rejectsWhenTold() throws Exception {
    awaitEnd(order(Behaviour.REJECT), "REJECTED");
  }

  @Test
  void proposesSomethingElseWhenTold() throws Exception {
    awaitEnd(order(Behaviour.SUBSTITUTE), "SUBSTITUTION_PROPOSED");
  }

  @Test
  void leavesTheOrderToASecondCourierWhenTold() throws Exception {
    var id = order(Behaviour.COURIER_CANCELS);

    awaitEnd(id, "CAPTURED");
    assertThat(platform.history(id))
        .containsSubsequence("COURIER_ASSIGNED", "PREPARING", "COURIER_ASSIGNED");
  }

  @Test
  void reportsUndeliverableWhenTold() throws Exception {
    awaitEnd(order(Behaviour.UNDELIVERABLE), "CANCELLED");
  }

  @Test
  void letsNoCourierTakeItWhenTold() throws Exception {
    var id = order(Behaviour.NO_COURIER);

    await().atMost(Duration.ofSeconds(60)).until(() -> platform.declined() == 3);
    assertThat(platform.history(id)).endsWith("PREPARING");
  }

  @Test
  void picksUpWhereItWasAfterARestart() throws Exception {
    var id = order(Behaviour.NORMAL);
    await().atMost(PATIENCE).until(() -> platform.history(id).contains("PREPARING"));
    city.close();

    city = city(CitySettings.QUIET.at(900).withCustomers(false).declining(0));

    awaitEnd(id, "CAPTURED");
  }

  @Test
  void ordersByItselfWhenCustomersAreOn() throws Exception {
    city.settings(city.settings().withCustomers(true).every(0.05));

    await().atMost(PATIENCE).until(() -> city.counts().getOrDefault("orders placed", 0L) >= 10);
  }

  @ParameterizedTest
  @EnumSource(Behaviour.class)
  void readsTheFirstWordOnly(Behaviour behaviour) {
    assertThat(Behaviour.of("  " + behaviour.word() + " and more")).isEqualTo(behaviour);
    assertThat(Behaviour.of("please " + behaviour.word())).isEqualTo(Behaviour.NORMAL);
  }
}
