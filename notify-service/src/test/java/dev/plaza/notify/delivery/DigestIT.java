package dev.plaza.notify.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.notify.provider.Outgoing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Messages that are collected.
class DigestIT extends OutcomeServers {

  /// 31 and 33: three within a second are one mail in their order; other keys have their own.
  @Test
  void digestsCollect() {
    String template =
        template(
            "digested",
            "{\"email\":{\"subject\":\"{{count}} new\",\"text\":\"{{#each items}}{{n}}"
                + " {{/each}}\"}}",
            "{\"n\":{\"required\":true}}");
    String abc = fresh("abc") + "@plaza.example";
    String def = fresh("def") + "@plaza.example";
    for (int i = 1; i <= 3; i++) {
      for (String to : List.of(abc, def)) {
        accepted(
            "{\"template\":\"%s\",\"recipients\":[{\"email\":\"%s\"}],\"data\":{\"n\":%d}}"
                .formatted(template, to, i));
      }
    }

    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(mails(abc)).hasSize(1);
              assertThat(mails(def)).hasSize(1);
            });
    assertThat(mails(abc).getFirst().subject()).isEqualTo("3 new");
    assertThat(mails(abc).getFirst().text()).isEqualTo("1 2 3 ");
  }

  /// 30 and 35: two hundred writers while digests close: each event in exactly one of them.
  @Test
  void digestsLoseAndDoubleNothing() throws Exception {
    String template =
        template(
            "digested",
            "{\"email\":{\"subject\":\"{{count}}\",\"text\":\"{{#each items}}{{n}} {{/each}}\"}}",
            "{}");
    String to = fresh("busy") + "@plaza.example";
    var asks =
        IntStream.range(0, 90)
            .mapToObj(
                i ->
                    (Callable<String>)
                        () ->
                            accepted(
                                "{\"template\":\"%s\",\"recipients\":[{\"email\":\"%s\"}],\"data\":{\"n\":%d}}"
                                    .formatted(template, to, i)))
            .toList();
    try (var pool = Executors.newFixedThreadPool(8)) {
      for (var it : pool.invokeAll(asks)) {
        it.get();
      }
    }

    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        mails(to).stream()
                            .flatMap(it -> Stream.of(it.text().trim().split(" ")))
                            .map(Integer::valueOf)
                            .sorted()
                            .toList())
                    .isEqualTo(IntStream.range(0, 90).boxed().toList()));
  }

  /// 34: what is not to be collected leaves at once, though a digest of its recipient is open, and
  /// is not in it; each channel and template collects for itself.
  @Test
  void anOpenDigestSwallowsNothingElse() {
    String text =
        """
        {"email":{"subject":"%1$s{{count}}","text":"{{#each items}}{{n}} {{/each}}"},
         "in_app":{"title":"%1$s","body":"{{n}}"}}\
        """;
    String counted =
        "{\"count\":{\"default\":0},\"items\":{\"default\":[]},\"n\":{\"required\":true}}";
    String one = template("digested", text.formatted("one"), counted);
    String other = template("digested", text.formatted("other"), counted);
    String user = fresh("olga");
    String to = user + "@plaza.example";
    reach(user, to);
    String ask =
        "{\"template\":\"%s\",\"recipients\":[{\"user_id\":\"%s\"}],\"data\":{\"n\":%d}%s}";

    accepted(ask.formatted(one, user, 1, ""));
    String urgent = accepted(ask.formatted(one, user, 2, ",\"priority\":\"critical\""));
    awaitState(urgent, "sent", 1);
    assertThat(mails(to)).extracting(Outgoing.Email::subject).containsExactly("one0");
    accepted(ask.formatted(other, user, 3, ""));
    accepted(ask.formatted(one, user, 4, ""));

    await().atMost(SOON).until(() -> mails(to).size() == 3);
    assertThat(mails(to))
        .extracting(it -> it.subject() + ":" + it.text())
        .containsExactlyInAnyOrder("one0:", "one2:1 4 ", "other1:3 ");
    await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> mails(to).size() == 3);
    assertThat(get("/inbox/unread", customer(user)).body().get("unread").asInt()).isEqualTo(4);
  }

  /// 27: times in a digest are those of its reader, also when he moved while it was open.
  @Test
  void timesAreTheReadersOwn() {
    String template =
        template(
            "digested",
            """
            {"email":{"subject":"{{count}}","text":"{{#each items}}{{time at}} {{/each}}"}}\
            """,
            "{}");
    String user = fresh("tess");
    reach(user, user + "@plaza.example");
    put("/preferences", customer(user), "{\"zone\":\"Europe/Vienna\",\"locale\":\"en-GB\"}");
    for (String at : List.of("2026-12-01T08:00:00Z", "2026-12-01T09:30:00Z")) {
      accepted(
          "{\"template\":\"%s\",\"recipients\":[{\"user_id\":\"%s\"}],\"data\":{\"at\":\"%s\"}}"
              .formatted(template, user, at));
    }
    put("/preferences", customer(user), "{\"zone\":\"Asia/Kathmandu\",\"locale\":\"en-GB\"}");

    await().atMost(SOON).until(() -> mails(user + "@plaza.example").size() == 1);

    assertThat(mails(user + "@plaza.example").getFirst().text()).contains("1:45", "3:15");
  }
}
