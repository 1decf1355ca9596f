package dev.plaza.dev.launcher;

/// Something the person at the keyboard must know or do: said in plain sentences, without a trace.
final class Trouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Trouble(String sentence) {
    super(sentence);
  }

  Trouble(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
