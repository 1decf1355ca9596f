package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.FakeProvider;
import dev.plaza.notify.provider.Outgoing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Many at once.
class CampaignIT extends OutcomeServers {

  /// 3 and 5: 5,239 members, a long run of them suppressed in the middle: all others are sent once.
  /// 79: and while they are, a critical message leaves in under a second.
  @Test
  void aCampaignReachesAllAndHoldsUpNobody() {
    int size = 5_239;
    String topic = fresh("campaign");
    for (int from = 0; from < size; from += 1_000) {
      var members = new StringBuilder();
      for (int i = from; i < Math.min(size, from + 1_000); i++) {
        members
            .append(i == from ? "" : ",")
            .append("{\"email\":\"%05d.%s@plaza.example\"}".formatted(i, topic));
      }
      assertThat(
              put(
                      "/notify/topics/" + topic + "/members",
                      service(),
                      "{\"members\":[" + members + "]}")
                  .status())
          .isEqualTo(200);
    }
    jdbc.sql(
            """
            INSERT INTO suppression (channel, address, reason, source, at)
            SELECT 'email', lpad(n::text, 5, '0') || '.' || :topic || '@plaza.example', 'test', 'test',
                   now()
              FROM generate_series(2062, 3300) n
            """)
        .param("topic", topic)
        .update();
    mailA.answer =
        it -> {
          java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
          return FakeProvider.accept(it);
        };
    mailB.answer = mailA.answer;
    String urgent = template("security", "Code");
    String job =
        accepted(
            "{\"template\":\"%s\",\"channels\":[\"email\"],\"topic\":\"%s\"}"
                .formatted(template("plain", "x"), topic));
    await().atMost(SOON).until(() -> in(job, "sent") > 100);

    var waits = new ArrayList<Long>();
    for (int i = 0; i < 10; i++) {
      long began = System.nanoTime();
      String to = someone();
      toEmail(urgent, to);
      await().pollInterval(Duration.ofMillis(10)).atMost(SOON).until(() -> !mails(to).isEmpty());
      waits.add((System.nanoTime() - began) / 1_000_000);
    }

    assertThat(in(job, "queued")).as("the campaign still runs").isPositive();
    assertThat(waits).allMatch(it -> it < 1_000);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> job(job).get("status").asString().equals("finished"));
    assertThat(in(job, "sent")).isEqualTo(size - 1_239);
    assertThat(in(job, "skipped")).isEqualTo(1_239);
    var addresses =
        Stream.concat(mailA.sent.stream(), mailB.sent.stream())
            .map(it -> ((Outgoing.Email) it).to().address())
            .filter(it -> it.contains(topic))
            .toList();
    assertThat(addresses).hasSize(size - 1_239).doesNotHaveDuplicates();
    assertThat(new HashSet<>(addresses)).doesNotContain("02062." + topic + "@plaza.example");
  }

  /// 78: what nobody can read any more holds up nobody: the others leave, these are dead letters.
  @Test
  void whatCannotBeReadHoldsUpNobody() {
    String template = template("plain", "x");
    String broken = fresh("broken");
    var poison = new ArrayList<String>();
    var members = new ArrayList<String>();
    for (int i = 0; i < 18; i++) {
      poison.add("{\"email\":\"%s%d@plaza.example\"}".formatted(broken, i));
      members.add("{\"email\":\"%s\"}".formatted(someone()));
    }
    String later = clock.instant().plusSeconds(4).toString();
    String ask = "{\"template\":\"%s\",\"send_at\":\"%s\",\"recipients\":[%s]}";
    String bad = accepted(ask.formatted(template, later, String.join(",", poison)));
    jdbc.sql("UPDATE delivery SET data = '[1]' WHERE job_id = ?::uuid").param(bad).update();
    String good = accepted(ask.formatted(template, later, String.join(",", members)));

    awaitState(good, "sent", 18);

    await()
        .atMost(Duration.ofSeconds(40))
        .until(
            () -> {
              clock.advance(Duration.ofSeconds(20));
              return in(bad, "dead") == 18;
            });
    assertThat(deliveries(bad)).allMatch(it -> it.get("reason").asString().equals("poison"));
    assertThat(in(good, "sent")).isEqualTo(18);
    jdbc.sql("UPDATE delivery SET data = NULL WHERE job_id = ?::uuid").param(bad).update();
    assertThat(
            post("/dlq/replay", ops(), "{\"job_id\":\"%s\"}".formatted(bad))
                .body()
                .get("replayed")
                .asInt())
        .isEqualTo(18);
    awaitState(bad, "sent", 18);
  }

  /// 78: nor does a campaign that cannot be read hold up the next one.
  @Test
  void aBrokenCampaignHoldsUpNoOther() {
    String template = template("plain", "x");
    String topic = fresh("list");
    put(
        "/notify/topics/" + topic + "/members",
        service(),
        "{\"members\":[{\"email\":\"%s\"}]}".formatted(someone()));
    jdbc.sql(
            """
            INSERT INTO job (id, caller, template, version, category, priority, channels, data, topics,
                exclude, status, send_at, expires_at, campaign, created_at)
            VALUES ('00000000-0000-0000-0000-000000000001', 'x', 'x', 1, 'plain', 2, '{pigeon}', '[]',
                '{x}', '{}', 'FANNING_OUT', now(), now(), true, now())
            """)
        .update();

    String job =
        accepted(
            "{\"template\":\"%s\",\"channels\":[\"email\"],\"topic\":\"%s\"}"
                .formatted(template, topic));

    awaitState(job, "sent", 1);
    jdbc.sql("DELETE FROM job WHERE caller = 'x'").update();
  }
}
