package dev.plaza.catalog.hours;

/// The text is not an `opening_hours` value, also not a misspelt one.
final class UnreadableHoursException extends Exception {

  private static final long serialVersionUID = 1L;

  UnreadableHoursException(Throwable cause) {
    super(String.valueOf(cause.getMessage()).replaceAll("\\s+", " "), cause);
  }
}
