package dev.plaza.notify.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plaza.infra.TestTokens;
import dev.plaza.notify.NotifyServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Case 87: exact counts, a stream that resumes, and nobody else's.
class InboxIT extends NotifyServers {

  private void arrive(String user, String title) {
    awaitState(toUser(template("plain", title), user, "in_app"), "delivered", 1);
  }

  private long unread(String user) {
    return get("/inbox/unread", customer(user)).body().get("unread").asLong();
  }

  private String first(String user) {
    return get("/inbox", customer(user)).body().at("/items/0/id").asString();
  }

  @Test
  void unreadIsTheNumberOfUnreadRows() {
    String user = fresh("ina");
    arrive(user, "one");
    arrive(user, "two");
    String id = first(user);
    for (String verb : new String[] {"read", "read", "unread", "unread"}) {
      assertThat(post("/inbox/" + id + "/" + verb, customer(user), "").status()).isEqualTo(200);
    }
    assertThat(unread(user)).isEqualTo(2);
    assertThat(post("/inbox/" + id + "/archive", customer(user), "").body().get("unread").asInt())
        .isEqualTo(1);
    post("/inbox/" + id + "/archive", customer(user), "");
    assertThat(unread(user)).isEqualTo(1);
    assertThat(get("/inbox", customer(user)).body().get("items")).hasSize(1);
    assertThat(post("/inbox/read-all", customer(user), "").body().get("unread").asInt()).isZero();
    arrive(user, "three");
    assertThat(unread(user)).isEqualTo(1);
  }

  @Test
  void anArrivalBehindReadAllStaysUnread() throws Exception {
    String user = fresh("race");
    String template = template("plain", "x");
    try (var pool = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 20; i++) {
        pool.submit(() -> toUser(template, user, "in_app"));
        pool.submit(() -> post("/inbox/read-all", customer(user), ""));
      }
    }
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        jdbc.sql("SELECT count(*) FROM inbox_item WHERE user_id = ?")
                            .param(user)
                            .query(Long.class)
                            .single())
                    .isEqualTo(20));
    assertThat(unread(user))
        .isEqualTo(
            jdbc.sql("SELECT count(*) FROM inbox_item WHERE user_id = ? AND read_at IS NULL")
                .param(user)
                .query(Long.class)
                .single());
  }

  @Test
  void othersCannotReachIt() {
    String user = fresh("ida");
    arrive(user, "private");
    String id = first(user);

    assertThat(get("/inbox", customer("eve")).body().get("items")).isEmpty();
    assertThat(post("/inbox/" + id + "/read", customer("eve"), "").status()).isEqualTo(404);
    assertThat(get("/inbox", null).status()).isEqualTo(401);
    assertThat(get("/inbox?of=restaurant", customer("eve")).status()).isEqualTo(404);
    assertThat(get("/inbox?of=restaurant", TestTokens.restaurant("staff", "r1")).status())
        .isEqualTo(200);
    String delivery =
        jdbc.sql("SELECT id::text FROM inbox_item WHERE user_id = ?")
            .param(user)
            .query(String.class)
            .single();
    assertThat(get("/deliveries/" + delivery + "/explain", customer(user)).status()).isEqualTo(200);
    assertThat(get("/deliveries/" + delivery + "/explain", customer("eve")).status())
        .isEqualTo(404);
  }

  @Test
  void theStreamResumesWhereItBroke() throws Exception {
    String user = fresh("sse");
    arrive(user, "before");
    String last;
    try (var stream = open(user, null)) {
      assertThat(next(stream)).contains("event:resync").contains("\"unread\":1");
      arrive(user, "live");
      String event = next(stream);
      assertThat(event).contains("event:item").contains("\"live\"").contains("\"unread\":2");
      last =
          event.lines().filter(it -> it.startsWith("id:")).findFirst().orElseThrow().substring(3);
    }
    arrive(user, "missed");
    try (var stream = open(user, last.strip())) {
      assertThat(next(stream)).contains("event:item").contains("\"missed\"");
    }
    try (var stream = open(user, "999999")) {
      assertThat(next(stream)).contains("event:resync");
    }
  }

  private BufferedReader open(String user, @org.jspecify.annotations.Nullable String lastEventId)
      throws Exception {
    var request = request("/inbox/stream", customer(user));
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    var answer = http().send(request.GET().build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  /// The next event; comments are not events.
  private static String next(BufferedReader stream) throws IOException {
    var event = new StringBuilder();
    for (String line = stream.readLine(); line != null; line = stream.readLine()) {
      if (line.isEmpty() && event.toString().contains("event:")) {
        return event.toString();
      }
      if (!line.startsWith(":")) {
        event.append(line).append('\n');
      }
    }
    throw new AssertionError("the stream ended: " + event);
  }
}
