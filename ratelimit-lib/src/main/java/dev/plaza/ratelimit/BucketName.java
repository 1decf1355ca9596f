package dev.plaza.ratelimit;

import org.jspecify.annotations.Nullable;

/// Where the authority keeps a bucket. The tag comes first and is of the tenant alone, so that
/// all buckets of one tenant can be decided together; `rl:{1a3}:p6:orderu:4:acme5:alice`.
record BucketName(String key, int tag) {

  static final int TAGS = 4096;

  static BucketName of(String prefix, Limit limit, @Nullable Key tenant, Key who) {
    var tag = tag((tenant == null ? who : tenant).text());
    var key =
        new StringBuilder(prefix)
            .append(":{")
            .append(Integer.toHexString(tag))
            .append("}:")
            .append(limit.scope);
    if (tenant != null) {
      key.append(Key.segment(tenant.text()));
    }
    return new BucketName(key.append(Key.segment(who.text())).toString(), tag);
  }

  /// The same on every node; `String.hashCode` is specified.
  static int tag(String text) {
    var hash = text.hashCode() * 0x9E3779B9;
    return (hash ^ (hash >>> 16)) & (TAGS - 1);
  }
}
