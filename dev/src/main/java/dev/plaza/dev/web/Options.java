package dev.plaza.dev.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Command line options `--name value`, `--name=value` or `--name`; what is not given on the line
/// is taken from the environment as `PREFIX_NAME`.
public final class Options {

  /// What somebody typed cannot be understood; the message says it in a sentence.
  public static final class Unusable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  private final Map<String, String> values;

  private Options(Map<String, String> values) {
    this.values = values;
  }

  /// @param names the options there are; a name that ends with `!` takes no value
  public static Options parse(
      String[] args, Map<String, String> environment, String prefix, List<String> names) {
    var values = new HashMap<String, String>();
    for (var name : names) {
      var plain = name.replace("!", "");
      var key = prefix + "_" + plain.toUpperCase(Locale.ROOT).replace('-', '_');
      var value = environment.get(key);
      if (value != null) {
        values.put(plain, value);
      }
    }
    for (var i = 0; i < args.length; i++) {
      if (!args[i].startsWith("--")) {
        throw new Unusable("'" + args[i] + "' is no option; known: " + known(names));
      }
      var equals = args[i].indexOf('=');
      var name = equals < 0 ? args[i].substring(2) : args[i].substring(2, equals);
      if (names.contains(name + "!")) {
        values.put(name, equals < 0 ? "true" : args[i].substring(equals + 1));
      } else if (!names.contains(name)) {
        throw new Unusable("--" + name + " is not known; known: " + known(names));
      } else if (equals >= 0) {
        values.put(name, args[i].substring(equals + 1));
      } else if (i + 1 < args.length) {
        values.put(name, args[++i]);
      } else {
        throw new Unusable("--" + name + " needs a value");
      }
    }
    return new Options(values);
  }

  private static String known(List<String> names) {
    var known = new TreeSet<String>();
    names.forEach(name -> known.add("--" + name.replace("!", "")));
    return String.join(" ", known);
  }

  public @Nullable String text(String name) {
    return values.get(name);
  }

  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  public boolean flag(String name) {
    return Boolean.parseBoolean(values.getOrDefault(name, "false"));
  }

  public int whole(String name, int otherwise) {
    var value = values.get(name);
    try {
      return value == null ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new Unusable("--" + name + " must be a whole number, not '" + value + "'");
    }
  }

  public double number(String name, double otherwise) {
    var value = values.get(name);
    try {
      var number = value == null ? otherwise : Double.parseDouble(value);
      if (!Double.isFinite(number)) {
        throw new NumberFormatException();
      }
      return number;
    } catch (NumberFormatException e) {
      throw new Unusable("--" + name + " must be a number, not '" + value + "'");
    }
  }

  /// `60s`, `5m`, `500ms` or a plain number of seconds.
  public Duration duration(String name, Duration otherwise) {
    var value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    var match = Pattern.compile("(\\d{1,9})(ms|s|m|h)?").matcher(value);
    if (!match.matches()) {
      throw new Unusable("--" + name + " must be a time such as 60s, 5m or 500ms");
    }
    var amount = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case null, default -> Duration.ofSeconds(amount);
    };
  }
}
