package dev.plaza.notify.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.contracts.Place;
import dev.plaza.contracts.Topics;
import dev.plaza.contracts.dispatch.AssignmentEvent;
import dev.plaza.contracts.order.OrderEvent;
import dev.plaza.infra.TestTokens;
import dev.plaza.notify.NotifyServers;
import dev.plaza.notify.provider.Outgoing;
import dev.plaza.platform.Ids;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/// What people hear about an order, in their language, once.
class OrderIT extends NotifyServers {

  private final String order = Ids.next();
  private long version;

  private OrderEvent event(String customer, String restaurant, String status) {
    return new OrderEvent(
        order,
        ++version,
        status,
        customer,
        restaurant,
        "Gasthaus",
        "bob",
        "assignment-1",
        new Place(48.2, 16.37),
        new Place(48.21, 16.38),
        Instant.now().plusSeconds(600),
        Instant.now().plusSeconds(1800),
        "EUR",
        2640,
        2640,
        0,
        450,
        List.of(new OrderEvent.Line("l1", "schnitzel", "Schnitzel", 2)),
        null,
        Instant.now());
  }

  private void say(String topic, String type, String id, Object event) throws Exception {
    var record = new ProducerRecord<>(topic, order, json.writeValueAsBytes(event));
    record.headers().add("ce_id", id.getBytes(UTF_8)).add("ce_type", type.getBytes(UTF_8));
    kafka.send(record).get(20, TimeUnit.SECONDS);
  }

  private List<String> titles(String user) {
    return get("/inbox?limit=100", customer(user)).body().get("items").findValuesAsString("title");
  }

  @Test
  void everyStepIsToldOnceInTheRecipientsLanguage() throws Exception {
    String customer = fresh("kim");
    String restaurant = Ids.next();
    String courier = fresh("bob");
    reach(customer, customer + "@plaza.example");
    put("/preferences", customer(customer), "{\"locale\":\"de-AT\",\"zone\":\"Europe/Vienna\"}");

    for (String type :
        List.of(
            OrderEvent.PLACED,
            OrderEvent.AUTHORIZED,
            OrderEvent.ACCEPTED,
            OrderEvent.SUBSTITUTION_PROPOSED,
            OrderEvent.COURIER_ASSIGNED,
            OrderEvent.PICKED_UP,
            OrderEvent.DELIVERED,
            OrderEvent.CAPTURED)) {
      String id = Ids.next();
      OrderEvent event = event(customer, restaurant, "X");
      say(Topics.ORDER_ORDER, type, id, event);
      say(Topics.ORDER_ORDER, type, id, event);
    }
    // the same step under another event id, as after a repair
    say(Topics.ORDER_ORDER, OrderEvent.DELIVERED, Ids.next(), event(customer, restaurant, "X"));
    say(
        Topics.DISPATCH_ASSIGNMENT,
        AssignmentEvent.ASSIGNED,
        Ids.next(),
        new AssignmentEvent(
            order,
            1,
            "assignment-1",
            courier,
            Instant.now().plusSeconds(900),
            null,
            null,
            null,
            Instant.now()));

    String no = order.substring(30).toUpperCase(java.util.Locale.ROOT);
    await().atMost(SOON).until(() -> titles(customer).size() >= 6 && !titles(courier).isEmpty());
    assertThat(titles(customer))
        .containsExactlyInAnyOrder(
            "Gasthaus legt los",
            "Gasthaus schlägt einen Ersatz vor",
            "Ein Kurier übernimmt Bestellung " + no,
            "Deine Bestellung ist unterwegs",
            "Zugestellt",
            "Beleg: 26,40\u00a0€");
    assertThat(titles(courier)).containsExactly("You carry order " + no);
    assertThat(
            get("/inbox?of=restaurant", TestTokens.restaurant("staff", restaurant))
                .body()
                .at("/items/0/body")
                .asString())
        .startsWith("2 × Schnitzel · wanted at ");
    await()
        .atMost(SOON)
        .until(
            () ->
                mails(customer + "@plaza.example").stream()
                    .map(Outgoing.Email::subject)
                    .toList()
                    .equals(List.of("Beleg zur Bestellung " + no)));
  }

  @Test
  void lastWeeksEventsAreNotNews() throws Exception {
    String customer = fresh("old");
    OrderEvent now = event(customer, "r", "X");
    var old =
        new OrderEvent(
            now.orderId(),
            1,
            "X",
            customer,
            "r",
            "G",
            null,
            null,
            now.pickup(),
            now.dropoff(),
            null,
            null,
            "EUR",
            1,
            0,
            0,
            0,
            List.of(),
            null,
            Instant.now().minusSeconds(86_400));
    say(Topics.ORDER_ORDER, OrderEvent.ACCEPTED, Ids.next(), old);
    say(Topics.ORDER_ORDER, OrderEvent.CANCELLED, Ids.next(), now);

    await().atMost(SOON).until(() -> !titles(customer).isEmpty());
    assertThat(titles(customer)).hasSize(1).allMatch(it -> it.contains("cancelled"));
  }

  /// 78: eighteen events nobody can read stand before a good one in its partition.
  @Test
  void unreadableEventsHoldUpNobody() throws Exception {
    String customer = fresh("ida");
    for (int i = 0; i < 18; i++) {
      var record =
          new ProducerRecord<>(Topics.ORDER_ORDER, order, ("\u0000" + i + "{\"").getBytes(UTF_8));
      record
          .headers()
          .add("ce_id", Ids.next().getBytes(UTF_8))
          .add("ce_type", OrderEvent.ACCEPTED.getBytes(UTF_8));
      kafka.send(record).get(20, TimeUnit.SECONDS);
    }
    say(Topics.ORDER_ORDER, OrderEvent.ACCEPTED, Ids.next(), event(customer, "r", "X"));

    await().atMost(SOON).until(() -> titles(customer).size() == 1);
  }
}
