package dev.plaza.platform.problem;

import dev.plaza.platform.NulException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/// Where in a request body something is wrong, as RFC 6901 JSON Pointer with the wire's names.
final class JsonPointers {

  private static final int DEPTH_SHOWN_MAX = 16;

  private JsonPointers() {}

  static String of(JacksonException e) {
    var pointer = new StringBuilder();
    int depth = 0;
    for (JacksonException.Reference step : e.getPath()) {
      if (++depth > DEPTH_SHOWN_MAX) {
        break;
      }
      String name = step.getPropertyName();
      pointer.append('/').append(name == null ? String.valueOf(step.getIndex()) : escape(name));
    }
    return pointer.toString();
  }

  /// `items[3].skuName` becomes `/items/3/sku_name`.
  static String ofPath(String path) {
    if (path.isEmpty()) {
      return "";
    }
    return "/" + snake(path.replace("[", "/").replace("]", "").replace('.', '/'));
  }

  /// Why, without echoing values or class names.
  static String reason(JacksonException e) {
    return switch (e) {
      case StreamConstraintsException _ -> "is nested too deeply or too long";
      // Jackson counts a number that its target cannot hold among the faults of the text.
      case InputCoercionException _ -> "has a wrong type or is out of range";
      case StreamReadException it ->
          it.getLocation() == null
              ? "is not JSON"
              : "is not JSON at line %d, column %d"
                  .formatted(it.getLocation().getLineNr(), it.getLocation().getColumnNr());
      case NulException _ -> "contains U+0000";
      case InvalidFormatException it when isEnum(it) -> "is not one of the allowed values";
      case MismatchedInputException _ -> "has a wrong type or is out of range";
      default -> "cannot be read";
    };
  }

  private static boolean isEnum(InvalidFormatException e) {
    Class<?> type = e.getTargetType();
    return type != null && type.isEnum();
  }

  private static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static String snake(String camel) {
    var text = new StringBuilder(camel.length() + 4);
    for (int i = 0; i < camel.length(); i++) {
      char c = camel.charAt(i);
      if (Character.isUpperCase(c) && i > 0 && Character.isLetterOrDigit(camel.charAt(i - 1))) {
        text.append('_');
      }
      text.append(Character.toLowerCase(c));
    }
    return text.toString();
  }
}
