package dev.plaza.quota.log;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One record as it is written: offers by number, people and orders as [Ident]. Fields a kind does
/// not need are 0 or null and take no space.
///
/// @param flags see [LogEntry]
/// @param at epoch milliseconds
/// @param offer number of the offer in this shard, from its first [EntryKind#OFFER] record on
/// @param subject the person; in an `OFFER` record the offer's id
/// @param fingerprint of the command that spent, to recognise a GUID used for something else
/// @param hint what was left, plus one; 0 for "no limit"
/// @param value by kind, see [EntryKind]
/// @param value2 by kind, see [EntryKind]
/// @param text rules, in an `OFFER` record
public record LogRecord(
    EntryKind kind,
    int flags,
    long at,
    long guidHi,
    long guidLo,
    int offer,
    @Nullable Ident subject,
    @Nullable Ident order,
    long units,
    long amount,
    long fingerprint,
    long hint,
    long value,
    long value2,
    @Nullable String text) {

  /// A record about rights or rules of an offer.
  public static LogRecord ofOffer(
      EntryKind kind, long at, int offer, long units, long amount, long value) {
    return new LogRecord(kind, 0, at, 0, 0, offer, null, null, units, amount, 0, 0, value, 0, null);
  }

  /// The rules of an offer.
  public static LogRecord rules(long at, int offer, String offerId, String rules) {
    return new LogRecord(
        EntryKind.OFFER, 0, at, 0, 0, offer, Ident.of(offerId), null, 0, 0, 0, 0, 0, 0, rules);
  }

  /// A step of a GUID whose first record is already there (or never will be: offer -1).
  public static LogRecord step(
      EntryKind kind, int flags, long at, UUID guid, int offer, long units, long amount) {
    return new LogRecord(
        kind,
        flags,
        at,
        guid.getMostSignificantBits(),
        guid.getLeastSignificantBits(),
        offer,
        null,
        null,
        units,
        amount,
        0,
        0,
        0,
        0,
        null);
  }

  static LogRecord seal(long at, long epoch, long lastSeq) {
    return new LogRecord(
        EntryKind.SEAL, 0, at, 0, 0, -1, null, null, 0, 0, 0, 0, epoch, lastSeq, null);
  }

  /// Whether it is the first record of its GUID.
  public boolean spends() {
    return subject != null && kind.ofRedemption();
  }

  boolean linked() {
    return (flags & LogEntry.LINKED) != 0;
  }

  public UUID guid() {
    return new UUID(guidHi, guidLo);
  }
}
