package dev.plaza.quota.shard;

/// Why a command was refused by a rule. Refusals are not remembered: the same GUID may succeed
/// later, when the limit was raised or a right came back.
public enum Refusal {
  /// Fewer units are left than asked for, and the authority has said so.
  EXHAUSTED,
  /// Less money is left than asked for, and the authority has said so.
  BUDGET,
  /// This person has used up what one person may have.
  USER_LIMIT,
  NOT_STARTED,
  /// The offer is over (its end is exclusive), or its holds are not honoured past its end.
  ENDED,
  /// This GUID already stands for something else; what it stands for is untouched.
  GUID_REUSED,
  /// A confirmation names more money than was reserved, or other than was confirmed before.
  AMOUNT_DIFFERS,
  /// The GUID was reversed or its hold let go, perhaps before this command arrived.
  CANCELLED,
  /// The hold ran out, and there was no right for a late confirmation.
  EXPIRED,
  /// No rules are known for this offer.
  UNKNOWN_OFFER,
  /// Nothing is known of this GUID on this shard.
  UNKNOWN_GUID
}
