package dev.plaza.quota.ship;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.contracts.quota.RedemptionEvent;
import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogEntry;
import java.io.IOException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// What we publish reads as the golden samples say.
class LogEventsTests {

  private static final Instant AT = Instant.parse("2026-03-14T11:58:30Z");
  private static final String ORDER = "0197f2a0-0000-7000-8000-0000000000f1";
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  @Test
  void aRedemptionInOneStep() throws IOException {
    check(RedemptionEvent.REDEEMED, entry(44, EntryKind.CONFIRMED, "a1", "alice", ORDER, 0, 0));
  }

  @Test
  void aHoldOnTheSlowPath() throws IOException {
    long until = Instant.parse("2026-03-14T12:13:30Z").toEpochMilli();
    check(
        RedemptionEvent.RESERVED,
        entry(45, EntryKind.RESERVED, "a2", "bob@example.com", ORDER, LogEntry.SLOW, until));
  }

  @Test
  void aHoldMadeFinalUsesNothingMore() throws IOException {
    check(RedemptionEvent.CONFIRMED, entry(46, EntryKind.CONFIRMED, "a2", null, null, 0, 0));
  }

  @Test
  void aLateConfirmationTakesANewRight() {
    var again = entry(46, EntryKind.CONFIRMED, "a2", null, null, LogEntry.AGAIN, 0);

    assertThat(LogEvents.event(again).used()).isEqualTo(1);
  }

  @Test
  void whatIsTakenBackOrRunsOutIsFree() throws IOException {
    check(RedemptionEvent.REVERSED, entry(47, EntryKind.REVERSED, "a1", null, null, 0, 0));
    check(RedemptionEvent.EXPIRED, entry(48, EntryKind.EXPIRED, "a3", null, null, 0, 0));
  }

  private static void check(String type, LogEntry entry) throws IOException {
    assertThat(LogEvents.type(entry)).isEqualTo(type);
    try (var in = LogEventsTests.class.getResourceAsStream("/samples/" + type + ".json")) {
      var sample = JSON.readTree(in);
      assertThat(JSON.readTree(JSON.writeValueAsString(LogEvents.event(entry)))).isEqualTo(sample);
    }
  }

  private static LogEntry entry(
      long seq,
      EntryKind kind,
      String guid,
      @Nullable String user,
      @Nullable String order,
      int flags,
      long value) {
    return new LogEntry(
        3,
        7,
        seq,
        AT,
        kind,
        UUID.fromString("0197f2a0-0000-7000-8000-0000000000" + guid),
        "SUMMER10",
        user,
        order,
        1,
        500,
        flags,
        value,
        0,
        null);
  }
}
