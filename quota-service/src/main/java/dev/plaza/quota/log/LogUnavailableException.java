package dev.plaza.quota.log;

/// The log cannot be read or written just now: the disk is full, read-only or gone.
public final class LogUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LogUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
