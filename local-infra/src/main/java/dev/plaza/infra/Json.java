package dev.plaza.infra;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes the little JSON that tokens need, so that test support brings no JSON library along.
final class Json {
  private Json() {}

  static String write(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Number number -> number.toString();
      case Boolean bool -> bool.toString();
      case Collection<?> items ->
          items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
      case Map<?, ?> members ->
          members.entrySet().stream()
              .map(member -> quoted(member.getKey()) + ":" + write(member.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
      default -> quoted(value);
    };
  }

  private static String quoted(Object text) {
    var quoted = new StringBuilder("\"");
    for (var character : text.toString().toCharArray()) {
      switch (character) {
        case '"', '\\' -> quoted.append('\\').append(character);
        default -> {
          if (character < ' ') {
            quoted.append("\\u%04x".formatted((int) character));
          } else {
            quoted.append(character);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }
}
