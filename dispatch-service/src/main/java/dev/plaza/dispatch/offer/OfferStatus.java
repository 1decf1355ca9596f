package dev.plaza.dispatch.offer;

/// OPEN becomes exactly one of the others, once.
enum OfferStatus {
  OPEN,
  TAKEN,
  /// All who got it said no.
  DECLINED,
  EXPIRED,
  /// An order in it ended, or nobody is left who could answer.
  WITHDRAWN
}
