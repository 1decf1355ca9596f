package dev.plaza.notify.provider.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Channel;
import dev.plaza.notify.provider.Fixtures;
import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outgoing.Device;
import dev.plaza.notify.provider.Provider;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ProviderBeansTests {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withBean(Clock.class, Clock::systemUTC)
          .withUserConfiguration(ProviderConfiguration.class);

  @Test
  void makesNoneWhereNoneIsConfigured() {
    runner.run(context -> assertThat(context).doesNotHaveBean(Provider.class));
  }

  @Test
  void makesAnyNumberOfAnyKind() {
    runner
        .withPropertyValues(
            "notify.providers.one.kind=sendgrid",
            "notify.providers.one.api-key=k",
            "notify.providers.one.weight=30",
            "notify.providers.two.kind=sendgrid",
            "notify.providers.two.api-key=k",
            "notify.providers.post.kind=smtp",
            "notify.providers.post.host=localhost",
            "notify.providers.web.kind=webpush",
            "notify.providers.web.public-key=x",
            "notify.providers.web.private-key=x",
            "notify.providers.web.subject=mailto:a@b",
            "notify.providers.web.origins=http://localhost:1,http://localhost:2")
        .run(
            context -> {
              var providers = context.getBeansOfType(Provider.class);
              assertThat(providers)
                  .containsOnlyKeys(
                      "provider.one", "provider.two", "provider.post", "provider.web");
              assertThat(providers.get("provider.one").weight()).isEqualTo(30);
              assertThat(providers.get("provider.two").weight()).isEqualTo(1);
              assertThat(providers.get("provider.post").channel()).isEqualTo(Channel.EMAIL);
              var browser = new Device(Device.Kind.WEB_PUSH, "x", null, null);
              var apple = new Device(Device.Kind.APNS, "x", null, null);
              var web = providers.get("provider.web");
              assertThat(web.takes(Fixtures.push(browser, "x"))).isTrue();
              assertThat(web.takes(Fixtures.push(apple, "x"))).isFalse();
              assertThat(web.takes(Fixtures.email())).isFalse();
            });
  }

  @Test
  void failsASendAndNotTheStartForAKeyThatCannotBeRead() {
    runner
        .withPropertyValues(
            "notify.providers.fcm.kind=fcm",
            "notify.providers.fcm.credentials=file:/no/such/file.json")
        .run(
            context ->
                assertThat(
                        context
                            .getBean(Provider.class)
                            .send(Fixtures.push(new Device(Device.Kind.FCM, "d", null, null), "x")))
                    .isInstanceOf(Outcome.Transient.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind=sendgrid",
        "weight=3",
        "kind=smtp",
        "kind=twilio",
        "kind=carrier-pigeon",
        "kind=webpush",
        "kind=apns",
        "kind=kannel"
      })
  void refusesTheStartWhenSomethingIsMissing(String property) {
    runner
        .withPropertyValues("notify.providers.x." + property)
        .run(context -> assertThat(context).hasFailed());
  }
}
