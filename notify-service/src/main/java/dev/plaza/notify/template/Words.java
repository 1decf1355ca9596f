package dev.plaza.notify.template;

import com.github.jknack.handlebars.Context;
import com.github.jknack.handlebars.Decorator;
import com.github.jknack.handlebars.Handlebars;
import com.github.jknack.handlebars.Helper;
import com.github.jknack.handlebars.HelperRegistry;
import com.github.jknack.handlebars.Options;
import com.github.jknack.handlebars.helper.IfHelper;
import com.github.jknack.handlebars.helper.UnlessHelper;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.ULocale;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.Charset;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The closed set of words a template may use; nothing can be added to it later.
///
/// `if unless each` as everywhere · `plural n one="# item" other="# items"` by CLDR · `select v
/// female="…" other="…"` · `number n` · `money minor currency` · `date t`, `time t` in the
/// recipient's zone. A name that has no value ends the rendering: nobody reads "Hi ,".
final class Words implements HelperRegistry {

  static final String BUDGET = "plaza.budget";
  static final String LOCALE = "plaza.locale";
  static final String ZONE = "plaza.zone";

  private final Map<String, Helper<?>> words =
      Map.of(
          "if",
          IfHelper.INSTANCE,
          "unless",
          UnlessHelper.INSTANCE,
          "each",
          (Helper<Object>) Words::each,
          "plural",
          (Helper<Object>) Words::plural,
          "select",
          (Helper<Object>) Words::select,
          "number",
          (Helper<Object>) Words::number,
          "money",
          (Helper<Object>) Words::money,
          "date",
          (Helper<Object>) (it, options) -> moment(it, options, true),
          "time",
          (Helper<Object>) (it, options) -> moment(it, options, false),
          HELPER_MISSING,
          (Helper<Object>) Words::missing);

  /// Those that templates write.
  Set<String> names() {
    return words.keySet().stream()
        .filter(it -> !it.equals(HELPER_MISSING))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static CharSequence missing(@Nullable Object context, Options options) {
    throw new RenderFailed("has no value for " + options.helperName);
  }

  private static CharSequence each(@Nullable Object items, Options options) throws IOException {
    if (!(items instanceof Iterable<?> list)) {
      return options.inverse();
    }
    Budget budget = options.data(BUDGET);
    var out = new StringBuilder();
    var iterator = list.iterator();
    if (!iterator.hasNext()) {
      return options.inverse();
    }
    for (int i = 0; iterator.hasNext(); i++) {
      budget.round();
      Context child =
          Context.newContext(options.context, iterator.next())
              .combine("@index", i)
              .combine("@first", i == 0 ? "first" : "")
              .combine("@last", iterator.hasNext() ? "" : "last");
      CharSequence piece = options.apply(options.fn, child);
      budget.chars(piece.length());
      out.append(piece);
    }
    return new Handlebars.SafeString(out);
  }

  private static CharSequence plural(@Nullable Object count, Options options) {
    BigDecimal n = decimal(count, "plural");
    ULocale locale = options.data(LOCALE);
    var rules = PluralRules.forLocale(locale);
    String form = form(options, rules.select(n.doubleValue()));
    return form.replace("#", NumberFormat.getInstance(locale).format(n));
  }

  private static CharSequence select(@Nullable Object value, Options options) {
    return form(options, value == null ? "other" : value.toString());
  }

  /// An absent or empty form falls to `other`: an empty one printed nothing.
  private static String form(Options options, String name) {
    Object found = options.hash(name);
    if (found == null || found.toString().isEmpty()) {
      found = options.hash("other");
    }
    if (found == null) {
      throw new RenderFailed("has no form 'other' in " + options.helperName);
    }
    return found.toString();
  }

  private static CharSequence number(@Nullable Object value, Options options) {
    ULocale locale = options.data(LOCALE);
    return NumberFormat.getInstance(locale).format(decimal(value, "number"));
  }

  private static CharSequence money(@Nullable Object minor, Options options) {
    ULocale locale = options.data(LOCALE);
    Object code = options.param(0, "EUR");
    Currency currency;
    try {
      currency = Currency.getInstance(code.toString());
    } catch (IllegalArgumentException _) {
      throw new RenderFailed("has no currency in money");
    }
    var format = NumberFormat.getCurrencyInstance(locale);
    format.setCurrency(currency);
    return format.format(
        decimal(minor, "money").movePointLeft(currency.getDefaultFractionDigits()));
  }

  private static CharSequence moment(@Nullable Object at, Options options, boolean withDate) {
    ULocale locale = options.data(LOCALE);
    ZoneId zone = options.data(ZONE);
    DateTimeFormatter format =
        withDate
            ? DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
            : DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT);
    try {
      Instant instant = Instant.parse(String.valueOf(at));
      return format
          .withLocale(Locale.forLanguageTag(locale.toLanguageTag()))
          .format(instant.atZone(zone));
    } catch (DateTimeException _) {
      throw new RenderFailed("has no time in " + options.helperName);
    }
  }

  private static BigDecimal decimal(@Nullable Object value, String word) {
    if (value instanceof Number || value instanceof String) {
      try {
        return new BigDecimal(value.toString());
      } catch (NumberFormatException _) {
        throw new RenderFailed("has no number in " + word);
      }
    }
    throw new RenderFailed("has no number in " + word);
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public <C> @Nullable Helper<C> helper(String name) {
    return (Helper<C>) words.get(name);
  }

  @Override
  public Set<Map.Entry<String, Helper<?>>> helpers() {
    return words.entrySet();
  }

  @Override
  public @Nullable Decorator decorator(String name) {
    return null;
  }

  @Override
  public <H> HelperRegistry registerHelper(String name, Helper<H> helper) {
    return closed();
  }

  @Override
  public <H> HelperRegistry registerHelperMissing(Helper<H> helper) {
    return closed();
  }

  @Override
  public HelperRegistry registerHelpers(Object source) {
    return closed();
  }

  @Override
  public HelperRegistry registerHelpers(Class<?> source) {
    return closed();
  }

  @Override
  public HelperRegistry registerHelpers(URI location) {
    return closed();
  }

  @Override
  public HelperRegistry registerHelpers(File input) {
    return closed();
  }

  @Override
  public HelperRegistry registerHelpers(String filename, Reader source) {
    return closed();
  }

  @Override
  public HelperRegistry registerHelpers(String filename, InputStream source) {
    return closed();
  }

  @Override
  public HelperRegistry registerHelpers(String filename, String source) {
    return closed();
  }

  @Override
  public HelperRegistry registerDecorator(String name, Decorator decorator) {
    return closed();
  }

  @Override
  public HelperRegistry setCharset(Charset charset) {
    return this;
  }

  private static HelperRegistry closed() {
    throw new UnsupportedOperationException("the set of words is closed");
  }
}
