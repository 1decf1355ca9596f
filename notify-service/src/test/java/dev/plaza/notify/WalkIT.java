package dev.plaza.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.notify.provider.Outgoing;
import org.junit.jupiter.api.Test;

/// From the request to the provider and the inbox.
class WalkIT extends NotifyServers {

  @Test
  void aMessageIsAcceptedDecidedSentAndExplained() {
    String template = template("account", "Hello {{name}}");
    String user = fresh("walker");
    reach(user, user + "@plaza.example");

    String job =
        accepted(
            """
            {"template":"%s","recipients":[{"user_id":"%s"}],"channels":["email","in_app"],
             "data":{"name":"Ana"}}"""
                .formatted(template, user));

    awaitState(job, "sent", 1);
    awaitState(job, "delivered", 1);
    Outgoing.Email mail = mails(user + "@plaza.example").getFirst();
    assertThat(mail.subject()).isEqualTo("Hello Ana");
    assertThat(get("/inbox/unread", customer(user)).body().get("unread").asInt()).isEqualTo(1);
    assertThat(get("/inbox", customer(user)).body().get("items").get(0).get("title").asString())
        .isEqualTo("Hello Ana");
    String id = deliveries(job).getFirst().get("id").asString();
    var steps = get("/deliveries/" + id + "/explain", service()).body().get("decisions");
    assertThat(steps.findValuesAsString("check"))
        .containsSubsequence(
            "accepted",
            "expiry",
            "address",
            "consent",
            "suppression",
            "quiet_hours",
            "dedupe",
            "route",
            "attempt",
            "attempt");
    assertThat(job(job).get("status").asString()).isEqualTo("finished");
  }
}
