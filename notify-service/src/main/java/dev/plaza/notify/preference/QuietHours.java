package dev.plaza.notify.preference;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/// The hours of each night in which a person wants silence; wall-clock times of a zone, the end not
/// included. Start = end: never.
///
/// When clocks change, the longer silence counts: a start that happens twice is the first one, an
/// end that happens twice is the second one, and a time that is skipped is the first instant
/// behind the gap. So a night is one interval, whatever the clocks do in it.
public record QuietHours(LocalTime start, LocalTime end) {

  /// The instant at which the silence that holds now ends; empty when there is none.
  public Optional<Instant> until(Instant now, ZoneId zone) {
    if (start.equals(end)) {
      return Optional.empty();
    }
    LocalDate today = now.atZone(zone).toLocalDate();
    for (int days = -1; days <= 1; days++) {
      LocalDate evening = today.plusDays(days);
      LocalDate morning = start.isBefore(end) ? evening : evening.plusDays(1);
      Instant from = instant(evening.atTime(start), zone, false);
      Instant to = instant(morning.atTime(end), zone, true);
      if (!now.isBefore(from) && now.isBefore(to)) {
        return Optional.of(to);
      }
    }
    return Optional.empty();
  }

  private static Instant instant(LocalDateTime time, ZoneId zone, boolean later) {
    ZoneRules rules = zone.getRules();
    var offsets = rules.getValidOffsets(time);
    if (offsets.isEmpty()) {
      ZoneOffsetTransition gap = rules.getTransition(time);
      return gap.getInstant();
    }
    return time.toInstant(later ? offsets.getLast() : offsets.getFirst());
  }

  /// The calendar day a cap counts by. It begins at its first instant, which need not be midnight.
  public static LocalDate dayOf(Instant now, ZoneId zone) {
    return now.atZone(zone).toLocalDate();
  }
}
