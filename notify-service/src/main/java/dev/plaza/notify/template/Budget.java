package dev.plaza.notify.template;

/// What one rendering may use: loop rounds, characters, time. Whoever exceeds it gets no message.
final class Budget {

  static final int ROUNDS_MAX = 10_000;
  static final int CHARS_MAX = 262_144;
  static final long NANOS_MAX = 1_000_000_000L;

  private final long began = System.nanoTime();
  private int rounds;
  private long chars;

  void round() {
    if (++rounds > ROUNDS_MAX) {
      throw new RenderFailed("loops more than " + ROUNDS_MAX + " rounds");
    }
    if (System.nanoTime() - began > NANOS_MAX) {
      throw new RenderFailed("takes longer than a second");
    }
  }

  void chars(int count) {
    chars += count;
    if (chars > CHARS_MAX) {
      throw new RenderFailed("is longer than " + CHARS_MAX + " characters");
    }
  }

  /// Visible to nobody: a template may name it, but gets nothing.
  @Override
  public String toString() {
    return "";
  }
}
