package dev.plaza.catalog.hours;

/// What can be said about a place at a moment. `UNKNOWN` is an honest answer, never a kind of open.
public enum OpenState {
  CLOSED(0),
  OPEN(1),
  UNKNOWN(2);

  private static final OpenState[] BY_CODE = {CLOSED, OPEN, UNKNOWN};

  private final byte code;

  OpenState(int code) {
    this.code = (byte) code;
  }

  /// Two bits that stand for it in packed form.
  public byte code() {
    return code;
  }

  /// The state whose code is in the lowest two bits.
  public static OpenState of(long code) {
    return BY_CODE[(int) (code & 3)];
  }
}
