package dev.plaza.dev.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plaza.dev.client.FakePlatform;
import dev.plaza.dev.client.PlazaClient;
import dev.plaza.dev.load.LoadPlan.Journey;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadTests {

  private FakePlatform platform;
  private PlazaClient client;

  @BeforeEach
  void start() throws IOException {
    platform = new FakePlatform();
    client = new PlazaClient(platform.url());
  }

  @AfterEach
  void stop() {
    client.close();
    platform.close();
  }

  private LoadReport run(Journey journey, double perSecond, int inFlight) throws Exception {
    var plan =
        new LoadPlan(
            journey,
            perSecond,
            Duration.ofSeconds(2),
            3,
            GoldenJourney.centre(),
            "pm_card_visa",
            inFlight,
            20);
    return new Load(client, plan).run();
  }

  @Test
  void doesEveryOrderThatWasOffered() throws Exception {
    var report = run(Journey.ORDER, 40, 100);

    assertThat(report.done()).isEqualTo(report.offered());
    assertThat((double) report.offered()).isCloseTo(80, within(40.0));
    assertThat(report.steps())
        .extracting(LoadReport.StepTimes::step)
        .contains("browse", "menu", "cart", "price", "order", "authorised", "journey");
    assertThat(report.table()).contains("no errors");
  }

  @Test
  void countsArrivalsThatFoundNoRoom() throws Exception {
    platform.latencyMs = 500;
    var report = run(Journey.BROWSE, 50, 2);

    assertThat(report.done()).isLessThan(report.offered());
    assertThat(report.errors()).containsKey("not begun: 2 journeys in flight");
    assertThat(report.errors().values().stream().mapToLong(Long::longValue).sum() + report.done())
        .isEqualTo(report.offered());
  }

  @Test
  void keepsOfferingWhenThePlatformIsSlow() throws Exception {
    platform.latencyMs = 700;
    var report = run(Journey.CHECKOUT, 30, 100);

    assertThat((double) report.offered()).isCloseTo(60, within(30.0));
    assertThat(report.steps().stream().filter(each -> each.step().equals("journey")).findFirst())
        .hasValueSatisfying(each -> assertThat(each.p50Ms()).isGreaterThan(700));
  }

  @Test
  void saysWhatIsWrongWithTheLine() throws Exception {
    assertThat(LoadMain.run(new String[] {"--journey", "nowhere"}, Map.of())).isEqualTo(2);
    assertThat(LoadMain.run(new String[] {"--orders-per-s", "-1"}, Map.of())).isEqualTo(2);
    assertThat(GoldenJourneyMain.run(new String[] {"--gateway", "http://localhost:1"}, Map.of()))
        .isEqualTo(1);
  }
}
