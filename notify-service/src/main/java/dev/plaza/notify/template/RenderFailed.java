package dev.plaza.notify.template;

/// A message that cannot be rendered. Its text names the variable or the limit, never a value.
public final class RenderFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RenderFailed(String reason) {
    super(reason, null, false, false);
  }
}
