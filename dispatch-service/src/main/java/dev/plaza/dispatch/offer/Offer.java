package dev.plaza.dispatch.offer;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// @param takenBy who was first
record Offer(OfferStatus status, OfferView view, Instant expiresAt, @Nullable String takenBy) {

  String id() {
    return view.id();
  }

  List<String> orderIds() {
    return view.orderIds();
  }
}
