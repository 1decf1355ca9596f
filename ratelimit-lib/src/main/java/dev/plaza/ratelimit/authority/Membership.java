package dev.plaza.ratelimit.authority;

/// How many nodes decide at present.
public interface Membership {

  /// Live nodes, this one included; the last known number while the authority is away.
  int nodes();

  /// Whether every other node has had the time to learn of this one and this one of them.
  boolean settled();

  /// A single node that knows it.
  Membership ALONE =
      new Membership() {
        @Override
        public int nodes() {
          return 1;
        }

        @Override
        public boolean settled() {
          return true;
        }
      };
}
