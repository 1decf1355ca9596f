package dev.plaza.quota.log;

/// A record that was acknowledged can no longer be read. Nothing repairs this by itself: the
/// shard does not open, and the message names file and place.
public final class CorruptLogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CorruptLogException(String message) {
    super(message);
  }
}
