package dev.plaza.dispatch.job;

import java.time.Instant;

/// What the order's own life means for its job; published inside the transaction that stores it,
/// while the job's row is locked. `job` is as it was before.
public sealed interface JobEvent {

  Job job();

  /// There is something to match.
  record Opened(Job job) implements JobEvent {}

  record ReadyChanged(Job job, Instant readyAt) implements JobEvent {}

  record PickedUp(Job job, Instant at) implements JobEvent {}

  record Delivered(Job job, Instant at) implements JobEvent {}

  /// The order ended without delivery.
  record Withdrawn(Job job) implements JobEvent {}
}
