package dev.plaza.tracking.redis;

import org.springframework.dao.DataAccessResourceFailureException;

/// Redis does not answer. Everything here has a way without it.
public final class RedisAway extends DataAccessResourceFailureException {

  private static final long serialVersionUID = 1L;

  RedisAway(String message, Throwable cause) {
    super(message, cause);
  }

  RedisAway(String message) {
    super(message);
  }
}
