package dev.plaza.quota.shard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Rules as the text of their record: `version limit budget perUser starts ends honor`, `-` for
/// "no limit", times in epoch milliseconds.
final class RulesText {

  private RulesText() {}

  static String write(OfferRules it) {
    return String.join(
        " ",
        Long.toString(it.version()),
        text(it.limit()),
        text(it.budget()),
        text(it.perUserLimit()),
        Long.toString(it.startsAt().toEpochMilli()),
        Long.toString(it.endsAt().toEpochMilli()),
        Boolean.toString(it.honorHolds()));
  }

  static OfferRules read(String offerId, String text) {
    String[] it = text.split(" ", -1);
    return new OfferRules(
        offerId,
        Long.parseLong(it[0]),
        number(it[1]),
        number(it[2]),
        number(it[3]),
        Instant.ofEpochMilli(Long.parseLong(it[4])),
        Instant.ofEpochMilli(Long.parseLong(it[5])),
        Boolean.parseBoolean(it[6]));
  }

  private static String text(@Nullable Long value) {
    return value == null ? "-" : value.toString();
  }

  private static @Nullable Long number(String text) {
    return text.equals("-") ? null : Long.valueOf(text);
  }
}
