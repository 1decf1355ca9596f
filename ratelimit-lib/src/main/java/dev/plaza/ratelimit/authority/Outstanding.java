package dev.plaza.ratelimit.authority;

/// Tokens that may be held unspent somewhere, by when they are dead for sure. Time is cut into
/// pieces as long as a life, and what is granted in one counts until the end of the next: never
/// less than there is, and two numbers do.
record Outstanding(long olderUntil, long older, long newerUntil, long newer) {

  static final Outstanding NONE = new Outstanding(0, 0, 0, 0);
  static final long NEVER = Long.MAX_VALUE;

  long tokens() {
    return older + newer;
  }

  Outstanding grant(long tokens, long now, long life) {
    var until = (now / life + 2) * life;
    return until <= newerUntil
        ? new Outstanding(olderUntil, older, newerUntil, newer + tokens)
        : new Outstanding(newerUntil, older + newer, until, tokens);
  }

  /// When there will be fewer.
  long nextDrop() {
    return older > 0 ? olderUntil : newer > 0 ? newerUntil : NEVER;
  }

  Outstanding at(long time) {
    return new Outstanding(
        olderUntil, olderUntil <= time ? 0 : older, newerUntil, newerUntil <= time ? 0 : newer);
  }
}
