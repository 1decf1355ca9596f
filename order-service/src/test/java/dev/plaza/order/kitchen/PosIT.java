package dev.plaza.order.kitchen;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plaza.order.MovableClock;
import dev.plaza.order.checkout.OnCheckoutServers;
import dev.plaza.order.checkout.Walk;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// Restaurants whose point-of-sale system takes orders by signed webhook.
@OnCheckoutServers
class PosIT {

  @Autowired private Walk walk;
  @Autowired private MovableClock clock;

  private record Received(String event, String signature, String body) {}

  private final List<Received> received = new CopyOnWriteArrayList<>();
  private volatile int status = 200;
  private volatile String answer = "";
  private HttpServer pos;

  @BeforeEach
  void startTheSystem() throws IOException {
    pos = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    pos.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    pos.createContext(
        "/",
        exchange -> {
          try (exchange) {
            var headers = exchange.getRequestHeaders();
            received.add(
                new Received(
                    headers.getFirst("Plaza-Event"),
                    headers.getFirst("Plaza-Signature"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            var bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    pos.start();
  }

  @AfterEach
  void stopTheSystem() {
    pos.stop(0);
    clock.reset();
  }

  private String shop() {
    return walk.shop("http://127.0.0.1:" + pos.getAddress().getPort() + "/orders", "sandbox");
  }

  @Test
  void getsTheOrderSignedAndAcknowledgesIt() {
    var shop = shop();
    var id = walk.ordered(walk.customer("alice"), shop, "pm_card_visa", "AWAITING_RESTAURANT");

    walk.awaitsEvent(id, "restaurant_acknowledged");

    var offer = received.getFirst();
    assertThat(offer.event()).isEqualTo("order.offered");
    assertThat(offer.body()).contains(id).contains("soup").doesNotContain("Prater");
    long at = Long.parseLong(offer.signature().split("[=,]")[1]);
    assertThat(offer.signature())
        .isEqualTo(PosSignature.of("pos_sandbox_secret", at, offer.body()));
    Walk.ok(walk.staff(shop).post(Walk.path(id, "accept"), "{\"prep_minutes\":1}"));
    walk.awaits(id, "DISPATCHING");
  }

  @Test
  void mayDecideInItsAnswer() {
    answer = "{\"decision\":\"accepted\",\"prep_minutes\":1}";
    var id = walk.ordered(walk.customer("alice"), shop(), "pm_card_visa", "DISPATCHING");
    assertThat(walk.events(id)).contains("restaurant_acknowledged", "accepted");

    answer = "{\"decision\":\"rejected\",\"reason\":\"sold out\"}";
    id = walk.ordered(walk.customer("alice"), shop(), "pm_card_visa", "REJECTED");
    assertThat(walk.see(id).text("/reason")).isEqualTo("SOLD_OUT");
    walk.settled(id);
  }

  @Test
  void thatDoesNotAcknowledgeIsUnreachable() {
    status = 503;
    var id = walk.ordered(walk.customer("alice"), shop(), "pm_card_visa", "AWAITING_RESTAURANT");

    clock.forward(Duration.ofSeconds(21));

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("RESTAURANT_UNREACHABLE");
    walk.settled(id);
  }

  @Test
  void isToldThatAnOrderIsWithdrawn() {
    var shop = shop();
    var alice = walk.customer("alice");
    var id = walk.ordered(alice, shop, "pm_card_visa", "AWAITING_RESTAURANT");
    walk.awaitsEvent(id, "restaurant_acknowledged");

    Walk.ok(alice.post(Walk.path(id, "cancel"), "{}", "Idempotency-Key", Walk.key()));

    walk.awaits(id, "CANCELLED");
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> received.stream().anyMatch(it -> it.event().equals("order.withdrawn")));
  }

  @Test
  void withoutASecretIsUnreachable() {
    var shop = walk.shop("http://127.0.0.1:" + pos.getAddress().getPort() + "/", "unknown-key");
    var id = walk.ordered(walk.customer("alice"), shop, "pm_card_visa", "AWAITING_RESTAURANT");

    clock.forward(Duration.ofSeconds(21));

    assertThat(walk.awaits(id, "CANCELLED").text("/reason")).isEqualTo("RESTAURANT_UNREACHABLE");
    assertThat(received).isEmpty();
  }
}
