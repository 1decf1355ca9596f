package dev.plaza.notify.webhook;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.notify.provider.Secret;
import dev.plaza.notify.webhook.WebhookSettings.Kind;
import dev.plaza.platform.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Calls and settings for the tests of webhooks.
final class Calls {

  private Calls() {}

  static Call of(String query, Map<String, String> headers, byte[] body) {
    return new Call(query, headers::get, body);
  }

  static Call of(Map<String, String> headers, String body) {
    return of("", headers, body.getBytes(StandardCharsets.UTF_8));
  }

  static WebhookSettings settings(Kind kind, String key) {
    return new WebhookSettings(kind, new Secret(key), "https://plaza.example/w", List.of(), null);
  }

  static void refused(Webhook webhook, Call call, String code) {
    assertThatThrownBy(() -> webhook.read(call))
        .isInstanceOfSatisfying(
            ProblemException.class,
            it -> org.assertj.core.api.Assertions.assertThat(it.code().code()).isEqualTo(code));
  }
}
