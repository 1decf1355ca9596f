package dev.plaza.tracking.track;

/// The courier says that the order is delivered.
public record RideDelivered(TrackedOrder order) {}
