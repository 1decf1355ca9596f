package dev.plaza.infra;

/// A server that could not be had. The message is one or two plain sentences with the way out,
/// meant to be shown as it is.
public final class InfraException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public InfraException(String sentence) {
    super(sentence);
  }

  public InfraException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
