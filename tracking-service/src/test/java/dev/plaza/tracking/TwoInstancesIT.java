package dev.plaza.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/// A courier whose requests reach now this instance, now that one.
class TwoInstancesIT extends TrackingServers {

  private static final List<String> SHARED =
      List.of(
          "spring.datasource.url",
          "spring.datasource.username",
          "spring.datasource.password",
          "spring.kafka.bootstrap-servers",
          "spring.data.redis.url",
          "plaza.paging.secret",
          "spring.security.oauth2.resourceserver.jwt.jwk-set-uri");

  @Autowired private Environment environment;

  @Test
  void shareOnePathWithoutGapOrRepetition() throws Exception {
    String courier = courierId();
    Order order = new Order().placed().assigned(courier).known();
    Instant now = now();
    try (ConfigurableApplicationContext other = start();
        EventStream stream =
            EventStream.open(
                http(),
                request("/track/" + order.id + "/stream", customerToken(order.customer)),
                null)) {
      int otherPort = other.getEnvironment().getRequiredProperty("local.server.port", int.class);
      assertThat(stream.next().name()).isEqualTo("resync");

      var expected = new ArrayList<String>();
      for (int i = 0; i < 40; i++) {
        Instant ts = now.plusMillis(i);
        expected.add(ts.toString());
        send(i % 2 == 0 ? port : otherPort, courier, ping(48.2 + i / 1000.0, 16.37, ts));
      }

      assertThat(stream.next(40))
          .extracting(it -> Instant.parse(it.data().at("/ts").asString()).toString())
          .containsExactlyElementsOf(expected);
      assertThat(stream.isQuiet(Duration.ofSeconds(2))).isTrue();
    }
  }

  private void send(int toPort, String courier, String ping) throws Exception {
    var request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:%d/courier/locations".formatted(toPort)))
            .header("Authorization", "Bearer " + courierToken(courier))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(pings(ping)))
            .build();
    assertThat(http().send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
        .isEqualTo(202);
  }

  private ConfigurableApplicationContext start() {
    var arguments = new ArrayList<String>();
    SHARED.forEach(it -> arguments.add("--%s=%s".formatted(it, environment.getProperty(it))));
    arguments.add("--server.port=0");
    arguments.add("--spring.jmx.enabled=false");
    return new SpringApplicationBuilder(TrackingServiceApplication.class)
        .properties(Map.of("spring.main.register-shutdown-hook", "false"))
        .run(arguments.toArray(String[]::new));
  }
}
