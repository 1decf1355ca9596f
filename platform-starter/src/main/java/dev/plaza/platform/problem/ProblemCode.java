package dev.plaza.platform.problem;

/// A stable reason clients may branch on. Each feature lists its own in an enum.
public interface ProblemCode {

  /// Lower snake case, never changed once published.
  String code();

  /// HTTP status, 400 to 599.
  int status();

  /// One short sentence that is the same for every occurrence.
  String title();
}
