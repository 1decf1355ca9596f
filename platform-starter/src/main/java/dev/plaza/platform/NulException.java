package dev.plaza.platform;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.MismatchedInputException;

/// A text or a name has U+0000 in it. Its path leads to the text, or to what has the name.
public final class NulException extends MismatchedInputException {

  private static final long serialVersionUID = 1L;

  NulException(JsonParser parser) {
    super(parser, "contains U+0000");
  }
}
