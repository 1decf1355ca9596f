package dev.plaza.tracking.anomaly;

import java.time.Instant;

/// An anomaly of a courier at a moment.
record Found(String courierId, Anomaly anomaly, Instant at) {}
