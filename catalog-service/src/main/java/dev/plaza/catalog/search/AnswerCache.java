package dev.plaza.catalog.search;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.core.StringRedisTemplate;

/// Answers for hot areas, shared by all instances, kept no longer than `staleness`.
///
/// Keys: `catalog-service:search:{<digest of the question>}`, a string with a TTL of `staleness`.
/// Redis is a convenience here: when it fails it is left alone for a while and every question is
/// answered from the index.
final class AnswerCache {

  private static final Log LOG = LogFactory.getLog(AnswerCache.class);
  private static final String PREFIX = "catalog-service:search:";

  private final StringRedisTemplate redis;
  private final Clock clock;
  private final Duration staleness;
  private final Duration pause;
  private volatile long pausedUntil;

  AnswerCache(StringRedisTemplate redis, SearchProperties properties, Clock clock) {
    this.redis = redis;
    this.clock = clock;
    this.staleness = properties.staleness();
    this.pause = properties.redisPause();
  }

  boolean isUsable() {
    return !staleness.isZero() && clock.millis() >= pausedUntil;
  }

  Optional<String> find(String question) {
    return tried(() -> Optional.ofNullable(redis.opsForValue().get(key(question))));
  }

  void keep(String question, String answer) {
    tried(
        () -> {
          redis.opsForValue().set(key(question), answer, staleness);
          return Optional.of(answer);
        });
  }

  private static String key(String question) {
    return PREFIX + "{" + question + "}";
  }

  private Optional<String> tried(Supplier<Optional<String>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      pausedUntil = clock.millis() + pause.toMillis();
      LOG.warn(
          "answers are not cached for a while: " + NestedExceptionUtils.getMostSpecificCause(e));
      return Optional.empty();
    }
  }
}
