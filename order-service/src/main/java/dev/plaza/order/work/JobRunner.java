package dev.plaza.order.work;

/// Carries out jobs. Finishing one, and what follows from it, is one transaction of the runner's.
public interface JobRunner {

  /// @throws RetryLater when it is to be tried again
  void run(Job job);
}
