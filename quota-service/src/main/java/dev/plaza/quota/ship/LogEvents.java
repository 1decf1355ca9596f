package dev.plaza.quota.ship;

import dev.plaza.contracts.quota.RedemptionEvent;
import dev.plaza.quota.log.EntryKind;
import dev.plaza.quota.log.LogEntry;
import java.time.Instant;

/// Makes events of log entries. Pure.
final class LogEvents {

  private LogEvents() {}

  static RedemptionEvent event(LogEntry it) {
    long sign = sign(it);
    long rest = it.kind() == EntryKind.CONFIRMED && sign == 0 ? it.value() : 0;
    return new RedemptionEvent(
        it.shard(),
        it.epoch(),
        it.seq(),
        it.guid() == null ? null : it.guid().toString(),
        it.offerId(),
        it.userId(),
        it.orderId(),
        it.units(),
        it.amount(),
        sign * it.units(),
        sign * it.amount() - rest,
        (it.flags() & LogEntry.SLOW) == 0 ? "fast" : "slow",
        it.kind() == EntryKind.RESERVED ? Instant.ofEpochMilli(it.value()) : null,
        it.kind() == EntryKind.GRANT ? it.value() : null,
        it.at());
  }

  /// 1 where rights were spent, -1 where they came free.
  private static int sign(LogEntry it) {
    return switch (it.kind()) {
      case RESERVED -> 1;
      case CONFIRMED -> isOneStep(it) || (it.flags() & LogEntry.AGAIN) != 0 ? 1 : 0;
      case REVERSED, EXPIRED, CANCELLED -> -1;
      case SEAL, OFFER, GRANT, RETURN, RETIRED, PROBE -> 0;
    };
  }

  private static boolean isOneStep(LogEntry it) {
    return it.userId() != null;
  }

  static String type(LogEntry it) {
    return switch (it.kind()) {
      case SEAL -> RedemptionEvent.SEALED;
      case OFFER -> RedemptionEvent.RULES_CHANGED;
      case GRANT -> RedemptionEvent.RIGHTS_GRANTED;
      case RETURN -> RedemptionEvent.RIGHTS_RETURNED;
      case RESERVED -> RedemptionEvent.RESERVED;
      case CONFIRMED -> isOneStep(it) ? RedemptionEvent.REDEEMED : RedemptionEvent.CONFIRMED;
      case REVERSED -> RedemptionEvent.REVERSED;
      case EXPIRED -> RedemptionEvent.EXPIRED;
      case CANCELLED -> RedemptionEvent.CANCELLED;
      case RETIRED -> RedemptionEvent.RETIRED;
      case PROBE -> RedemptionEvent.PROBED;
    };
  }
}
