package dev.plaza.quota.ownership;

import java.util.List;

/// How many shards an instance should have: all of them are spread evenly over those alive, the
/// first by id getting one more where it does not come out even. The shares add up to all shards.
final class FairShare {

  private FairShare() {}

  static int of(String me, List<String> alive, int shards) {
    int place = alive.indexOf(me);
    if (place < 0) {
      return 0;
    }
    return shards / alive.size() + (place < shards % alive.size() ? 1 : 0);
  }
}
