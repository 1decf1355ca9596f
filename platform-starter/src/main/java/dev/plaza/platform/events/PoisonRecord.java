package dev.plaza.platform.events;

/// A record that no retry can make readable; it goes to the dead-letter topic at once.
public final class PoisonRecord extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public PoisonRecord(String reason) {
    super(reason);
  }

  public PoisonRecord(String reason, Throwable cause) {
    super(reason, cause);
  }
}
