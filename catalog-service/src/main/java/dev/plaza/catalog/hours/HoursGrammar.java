package dev.plaza.catalog.hours;

import ch.poole.openinghoursparser.OpeningHoursParseException;
import ch.poole.openinghoursparser.OpeningHoursParser;
import ch.poole.openinghoursparser.Rule;
import ch.poole.openinghoursparser.TokenMgrError;
import ch.poole.openinghoursparser.Util;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;

/// Text to rules: by the specification first, then with the spellings that people use and that can
/// mean only one thing. What is left is unreadable, and its hours unknown.
final class HoursGrammar {

  private static final String DAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su|Di|Mi|Do|So|PH)";

  /// In this order, each applied to the whole text outside of quotes.
  private static final List<Respelling> RESPELLINGS =
      List.of(
          new Respelling("(?i)\\b(?:geschlossen|ruhetag)\\b", "off"),
          new Respelling("(?i)(?<=\\d) ?uhr\\b", ""),
          new Respelling("(?i)\\b(?:fe|feiertage?)\\b", "PH"),
          new Respelling("\\b(" + DAY + ")\\.(?=[\\s,-])", "$1"),
          new Respelling("\\b(" + DAY + ") (?:& )?(SO|So|Su)\\b(?=[^-])", "$1,$2"),
          // "Di-Sa, 10:00-23:00": the comma would make the times count every day.
          new Respelling("\\b(" + DAY + ")\\s*,\\s*(?=\\d{1,2}[:.]\\d\\d)", "$1 "),
          new Respelling("(\\d{1,2}[:.]\\d\\d) (?=" + DAY + "\\b)", "$1; "));

  private HoursGrammar() {}

  /// @param respelled the rules in canonical spelling when the text was not by the specification
  record Reading(List<HoursRule> rules, boolean respelled, String canonical) {}

  static Reading read(String text) throws UnreadableHoursException {
    try {
      if (misleadingComma(text)) {
        return reading(parse(respell(text), false), true);
      }
      return reading(parse(text, true), false);
    } catch (UnreadableHoursException _) {
      return reading(parse(respell(text), false), true);
    }
  }

  private static boolean misleadingComma(String text) {
    return RESPELLINGS.get(5).finds(text);
  }

  private static Reading reading(List<Rule> rules, boolean respelled) {
    return new Reading(
        rules.stream().map(HoursRule::of).toList(),
        respelled,
        Util.rulesToOpeningHoursString(rules));
  }

  private static List<Rule> parse(String text, boolean strict) throws UnreadableHoursException {
    try {
      return new OpeningHoursParser(new StringReader(text)).rules(strict, false);
    } catch (OpeningHoursParseException | TokenMgrError | RuntimeException e) {
      throw new UnreadableHoursException(e);
    }
  }

  private static String respell(String text) {
    var parts = text.split("\"", -1);
    for (int i = 0; i < parts.length; i += 2) {
      for (var respelling : RESPELLINGS) {
        parts[i] = respelling.apply(parts[i]);
      }
    }
    return String.join("\"", parts);
  }

  private record Respelling(Pattern pattern, String replacement) {

    Respelling(String regex, String replacement) {
      this(Pattern.compile(regex), replacement);
    }

    String apply(String text) {
      return pattern.matcher(text).replaceAll(replacement);
    }

    boolean finds(String text) {
      return pattern.matcher(text).find();
    }
  }
}
