package dev.plaza.dev.psp;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Form-encoded parameters with Stripe's brackets: `metadata[order_id]=7&expand[0]=latest_charge`.
final class Form {

  static final int PARAMETERS_MAX = 200;
  static final int VALUE_MAX = 5_000;

  private final Map<String, String> values;

  private Form(Map<String, String> values) {
    this.values = values;
  }

  static Form parse(String encoded) {
    var values = new LinkedHashMap<String, String>();
    for (var pair : encoded.isEmpty() ? new String[0] : encoded.split("&", PARAMETERS_MAX + 2)) {
      if (values.size() > PARAMETERS_MAX) {
        throw StripeError.invalid(null, null, "Too many parameters.").refusal();
      }
      var equals = pair.indexOf('=');
      var name = decode(equals < 0 ? pair : pair.substring(0, equals));
      var value = equals < 0 ? "" : decode(pair.substring(equals + 1));
      if (value.length() > VALUE_MAX) {
        throw StripeError.invalid("parameter_invalid_string", name, "Too long: " + name).refusal();
      }
      if (name.endsWith("[]")) {
        name = name.substring(0, name.length() - 1) + values.size() + "]";
      }
      values.put(name, value);
    }
    return new Form(values);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw StripeError.invalid(null, null, "Broken form encoding.").refusal();
    }
  }

  /// The same parameters, whatever their order on the wire.
  String canonical() {
    return new TreeMap<>(values).toString();
  }

  /// Refuses parameters that the endpoint does not know.
  void allowOnly(Set<String> names) {
    for (var name : values.keySet()) {
      var bracket = name.indexOf('[');
      var root = bracket < 0 ? name : name.substring(0, bracket);
      if (!names.contains(root) && !root.equals("expand")) {
        throw StripeError.invalid("parameter_unknown", root, "Received unknown parameter: " + root)
            .refusal();
      }
    }
  }

  @Nullable String text(String name) {
    var value = values.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  String required(String name) {
    var value = text(name);
    if (value == null) {
      throw StripeError.invalid("parameter_missing", name, "Missing required param: " + name + ".")
          .refusal();
    }
    return value;
  }

  /// A positive whole number, or null when absent.
  @Nullable Long amount(String name) {
    var value = text(name);
    if (value == null) {
      return null;
    }
    if (!value.matches("-?\\d{1,12}")) {
      throw StripeError.invalid("parameter_invalid_integer", name, "Invalid integer: " + value)
          .refusal();
    }
    var amount = Long.parseLong(value);
    if (amount < 1) {
      throw StripeError.invalid(
              "parameter_invalid_integer", name, "This value must be greater than or equal to 1.")
          .refusal();
    }
    if (amount > 99_999_999) {
      throw StripeError.invalid("amount_too_large", name, "Amount must be no more than 999,999.99.")
          .refusal();
    }
    return amount;
  }

  boolean flag(String name) {
    var value = text(name);
    return switch (value) {
      case null -> false;
      case "true" -> true;
      case "false" -> false;
      default -> throw StripeError.invalid(null, name, "Invalid boolean: " + value).refusal();
    };
  }

  int limit() {
    var value = text("limit");
    if (value == null) {
      return 10;
    }
    if (!value.matches("\\d{1,3}")
        || Integer.parseInt(value) < 1
        || Integer.parseInt(value) > 100) {
      throw StripeError.invalid("parameter_invalid_integer", "limit", "limit must be 1 to 100.")
          .refusal();
    }
    return Integer.parseInt(value);
  }

  /// `name[key]=value` as a map.
  Map<String, String> map(String name) {
    var map = new LinkedHashMap<String, String>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(name + "[") && key.endsWith("]")) {
            map.put(key.substring(name.length() + 1, key.length() - 1), value);
          }
        });
    return map;
  }

  boolean expands(String field) {
    return List.copyOf(map("expand").values()).contains(field);
  }
}
