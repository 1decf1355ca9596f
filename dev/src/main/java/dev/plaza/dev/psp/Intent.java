package dev.plaza.dev.psp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A payment intent: the wish to take `amount`, with every charge that was tried for it.
///
/// Invariants: at most one charge is not declined; captured ≤ amount; refunded ≤ captured.
record Intent(
    String id,
    long created,
    long amount,
    String currency,
    boolean manualCapture,
    IntentStatus status,
    @Nullable String paymentMethod,
    @Nullable String description,
    Map<String, String> metadata,
    List<Charge> charges,
    @Nullable String cancellationReason,
    @Nullable Long canceledAt) {

  Intent {
    metadata = Map.copyOf(metadata);
    charges = List.copyOf(charges);
  }

  @Nullable Charge latestCharge() {
    return charges.isEmpty() ? null : charges.getLast();
  }

  /// The charge that holds or took the money.
  @Nullable Charge liveCharge() {
    var latest = latestCharge();
    return latest == null || latest.declined() ? null : latest;
  }

  /// The charge that money can be given back from, or null when none was captured.
  @Nullable Charge capturedCharge() {
    var charge = liveCharge();
    return charge != null && charge.captured() ? charge : null;
  }

  long capturable() {
    var charge = liveCharge();
    return status == IntentStatus.REQUIRES_CAPTURE && charge != null ? charge.amount() : 0;
  }

  long received() {
    var charge = liveCharge();
    return charge == null ? 0 : charge.amountCaptured();
  }

  boolean holdEnded(long now) {
    var charge = liveCharge();
    return status == IntentStatus.REQUIRES_CAPTURE
        && charge != null
        && now >= charge.captureBefore();
  }

  Intent with(IntentStatus next) {
    return copy(next, paymentMethod, metadata, charges, cancellationReason, canceledAt);
  }

  Intent paidWith(String method) {
    return copy(status, method, metadata, charges, cancellationReason, canceledAt);
  }

  Intent annotated(Map<String, String> more) {
    var merged = new java.util.HashMap<>(metadata);
    merged.putAll(more);
    merged.values().removeIf(String::isEmpty);
    return copy(status, paymentMethod, merged, charges, cancellationReason, canceledAt);
  }

  Intent charged(Charge charge, IntentStatus next) {
    var more = new ArrayList<>(charges);
    more.add(charge);
    return copy(next, paymentMethod, metadata, more, cancellationReason, canceledAt);
  }

  /// The latest charge in a newer state.
  Intent recharged(Charge charge, IntentStatus next) {
    var more = new ArrayList<>(charges);
    more.set(more.size() - 1, charge);
    return copy(next, paymentMethod, metadata, more, cancellationReason, canceledAt);
  }

  Intent canceled(String reason, long at) {
    return copy(IntentStatus.CANCELED, paymentMethod, metadata, charges, reason, at);
  }

  private Intent copy(
      IntentStatus status,
      @Nullable String paymentMethod,
      Map<String, String> metadata,
      List<Charge> charges,
      @Nullable String cancellationReason,
      @Nullable Long canceledAt) {
    return new Intent(
        id,
        created,
        amount,
        currency,
        manualCapture,
        status,
        paymentMethod,
        description,
        metadata,
        charges,
        cancellationReason,
        canceledAt);
  }
}
