package dev.plaza.notify.category;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// The rules of one category.
///
/// @param critical it cannot be switched off, is never held back and knows no cap
/// @param quiet whether quiet hours hold it back (never in the inbox)
/// @param capPerDay messages per recipient, channel and calendar day of the recipient; null: no cap
/// @param digest how long messages are collected into one; null: each goes alone
/// @param lateness how long after its time a message is still worth sending
/// @param dedupe how long the same content to the same address counts as a repetition; 0: never
/// @param resendUnknownAfter after this long without an answer or a report a message is sent again,
///     with the same Message-ID; null: never, it stays "possibly delivered"
public record Category(
    @DefaultValue("false") boolean critical,
    @DefaultValue("true") boolean quiet,
    @Nullable Integer capPerDay,
    @Nullable Duration digest,
    @DefaultValue("24h") Duration lateness,
    @DefaultValue("1h") Duration dedupe,
    @Nullable Duration resendUnknownAfter) {

  /// For what nobody has set rules for: it can be switched off, it keeps quiet hours, nothing more.
  static final Category ORDINARY =
      new Category(false, true, null, null, Duration.ofHours(24), Duration.ofHours(1), null);

  Category asCritical() {
    return critical ? this : critical(lateness);
  }

  static Category critical(Duration lateness) {
    return new Category(true, false, null, null, lateness, Duration.ZERO, null);
  }
}
