package dev.plaza.notify.template;

import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.UResourceBundle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Which of the offered languages a person gets, by the parents of CLDR: es-MX → es-419 → es,
/// en-AU → en-001 → en, pt-AO → pt-PT → pt, nb → no; zh-TW is zh-Hant-TW and never falls to zh.
public final class Locales {

  private static final int TAG_MAX = 35;

  private Locales() {}

  /// Whether a text is a well-formed language tag; `_` is taken for `-`.
  public static boolean isTag(String tag) {
    try {
      return tag.length() <= TAG_MAX && !builder(tag).getLanguage().isEmpty();
    } catch (IllformedLocaleException _) {
      return false;
    }
  }

  private static Locale builder(String tag) {
    return new Locale.Builder().setLanguageTag(tag.replace('_', '-')).build();
  }

  /// @param wanted of the person; anything unknown gets the fallback
  static Optional<String> best(String wanted, String fallback, Collection<String> offered) {
    if (offered.contains(wanted)) {
      return Optional.of(wanted);
    }
    var byTag = new HashMap<String, String>();
    offered.forEach(it -> byTag.putIfAbsent(normal(it), it));
    for (String tag : chain(wanted)) {
      String found = byTag.get(tag);
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.ofNullable(byTag.get(normal(fallback)));
  }

  /// From the most special to the most general, e.g. zh-TW, zh-Hant-TW, zh-Hant.
  static List<String> chain(String tag) {
    var chain = new ArrayList<String>();
    String first = normal(tag);
    if (first.isEmpty()) {
      return chain;
    }
    chain.add(first);
    ULocale locale = withScript(ULocale.forLanguageTag(first));
    while (locale != null) {
      String next = locale.toLanguageTag();
      if (!chain.contains(next)) {
        chain.add(next);
      }
      locale = parent(locale);
    }
    return chain;
  }

  /// Without extensions and private use, in canonical case; empty when it is no tag.
  private static String normal(String tag) {
    try {
      Locale locale = builder(tag);
      return new Locale.Builder()
          .setLanguage(locale.getLanguage())
          .setScript(locale.getScript())
          .setRegion(locale.getCountry())
          .build()
          .toLanguageTag();
    } catch (IllformedLocaleException _) {
      return "";
    }
  }

  /// The script is made visible where the region means another one than the language alone.
  private static ULocale withScript(ULocale locale) {
    if (!locale.getScript().isEmpty() || locale.getCountry().isEmpty()) {
      return locale;
    }
    String script = ULocale.addLikelySubtags(locale).getScript();
    String usual = ULocale.addLikelySubtags(new ULocale(locale.getLanguage())).getScript();
    return script.equals(usual)
        ? locale
        : new ULocale(locale.getLanguage(), script + "_" + locale.getCountry());
  }

  private static @org.jspecify.annotations.Nullable ULocale parent(ULocale locale) {
    String listed = Parents.OF.get(locale.getName());
    if (listed != null) {
      return new ULocale(listed);
    }
    if (!locale.getCountry().isEmpty()) {
      return locale.getScript().isEmpty()
          ? new ULocale(locale.getLanguage())
          : new ULocale(locale.getLanguage() + "_" + locale.getScript());
    }
    if (locale.getScript().isEmpty()) {
      return null;
    }
    String usual = ULocale.addLikelySubtags(new ULocale(locale.getLanguage())).getScript();
    return usual.equals(locale.getScript()) ? new ULocale(locale.getLanguage()) : null;
  }

  /// CLDR's table, read when the first locale is not offered as it stands.
  private static final class Parents {
    private static final String DATA = "com/ibm/icu/impl/data/icudata";
    static final Map<String, String> OF = read();

    private static Map<String, String> read() {
      var parents = new HashMap<String, String>();
      var table =
          UResourceBundle.getBundleInstance(
                  DATA, "supplementalData", ULocale.class.getClassLoader())
              .get("parentLocales");
      for (int i = 0; i < table.getSize(); i++) {
        UResourceBundle row = table.get(i);
        String[] children =
            row.getType() == UResourceBundle.STRING
                ? new String[] {row.getString()}
                : row.getStringArray();
        for (String child : children) {
          parents.put(child, row.getKey());
        }
      }
      return Map.copyOf(parents);
    }
  }
}
