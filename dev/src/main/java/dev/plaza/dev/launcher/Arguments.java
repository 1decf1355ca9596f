package dev.plaza.dev.launcher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What follows a command: words, `--name value`, `--name=value` and flags.
record Arguments(List<String> words, Map<String, String> options) {

  private static final Pattern COMMA = Pattern.compile(",");

  Arguments {
    words = List.copyOf(words);
    options = Map.copyOf(options);
  }

  /// @param valued names of options that take a value
  /// @param flags names of those that do not
  static Arguments parse(List<String> line, Set<String> valued, Set<String> flags) {
    var words = new ArrayList<String>();
    var options = new HashMap<String, String>();
    for (var i = 0; i < line.size(); i++) {
      var entry = line.get(i);
      if (!entry.startsWith("--")) {
        words.add(entry);
        continue;
      }
      var equals = entry.indexOf('=');
      var name = equals < 0 ? entry.substring(2) : entry.substring(2, equals);
      if (flags.contains(name) && equals < 0) {
        options.put(name, "true");
      } else if (!valued.contains(name)) {
        throw new Trouble("--" + name + " is not an option here. See ./plaza help.");
      } else if (equals >= 0) {
        options.put(name, entry.substring(equals + 1));
      } else if (i + 1 < line.size()) {
        options.put(name, line.get(++i));
      } else {
        throw new Trouble("--" + name + " needs a value.");
      }
    }
    return new Arguments(words, options);
  }

  boolean flag(String name) {
    return options.containsKey(name);
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(options.get(name));
  }

  int whole(String name, int otherwise) {
    return text(name)
        .map(
            value -> {
              try {
                return Integer.parseInt(value);
              } catch (NumberFormatException e) {
                throw new Trouble("--" + name + " is a whole number, not '" + value + "'.", e);
              }
            })
        .orElse(otherwise);
  }

  double number(String name, double otherwise) {
    return text(name)
        .map(
            value -> {
              try {
                return Double.parseDouble(value);
              } catch (NumberFormatException e) {
                throw new Trouble("--" + name + " is a number, not '" + value + "'.", e);
              }
            })
        .orElse(otherwise);
  }

  /// `a,b,c`
  static List<String> list(String text) {
    return COMMA.splitAsStream(text).filter(entry -> !entry.isBlank()).toList();
  }

  /// The only word, which the command cannot do without.
  String word(String what) {
    if (words.size() != 1) {
      throw new Trouble("Say one " + what + ".");
    }
    return words.getFirst();
  }
}
