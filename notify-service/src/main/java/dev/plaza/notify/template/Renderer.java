package dev.plaza.notify.template;

import com.github.jknack.handlebars.Context;
import com.github.jknack.handlebars.Handlebars;
import com.github.jknack.handlebars.HandlebarsException;
import com.github.jknack.handlebars.context.MapValueResolver;
import com.github.jknack.handlebars.io.AbstractTemplateLoader;
import com.github.jknack.handlebars.io.TemplateSource;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.io.StringWriter;
import java.time.ZoneId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/// Handlebars without reflection, partials, decorators, raw output or foreign helpers.
///
/// Values are looked up in maps only, so a template sees what a message brings and nothing of the
/// program. One rendering has one context object of its own: none is shared between recipients.
@Component
class Renderer {

  private static final int COMPILED_MAX = 2_000;

  /// Raw output, partials, inline partials, decorators, changed delimiters.
  private static final Pattern FORBIDDEN =
      Pattern.compile("\\{\\{\\{|\\{\\{~?\\s*(?:#?>|#?\\*|=|&)");

  private static final Pattern TAG = Pattern.compile("\\{\\{([^!].*?)\\}\\}", Pattern.DOTALL);
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|'[^']*'");

  /// What stands before parameters is a word.
  private static final Pattern CALL =
      Pattern.compile("[{(]~?#?\\s*([^\\s{}()~|/]+)\\s+(?=[^\\s~|])");

  private final Words words = new Words();
  private final Map<OutputContext, Handlebars> engines = new EnumMap<>(OutputContext.class);
  private final Map<Source, com.github.jknack.handlebars.Template> compiled =
      Collections.synchronizedMap(
          new LinkedHashMap<>(64, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(
                Map.Entry<Source, com.github.jknack.handlebars.Template> eldest) {
              return size() > COMPILED_MAX;
            }
          });

  private record Source(OutputContext context, String text) {}

  Renderer() {
    for (OutputContext context : OutputContext.values()) {
      engines.put(
          context,
          new Handlebars(new NoPartials()).with(words).with(value -> context.escape(value)));
    }
  }

  /// Throws what is wrong with a text as [RenderFailed].
  void check(String text, OutputContext context) {
    if (FORBIDDEN.matcher(text).find()) {
      throw new RenderFailed("uses raw output, a partial, a decorator or other delimiters");
    }
    TAG.matcher(text).results().forEach(it -> checkWords(it.group(1)));
    compile(text, context);
  }

  private void checkWords(String tag) {
    var calls = CALL.matcher("{" + QUOTED.matcher(tag).replaceAll("0"));
    while (calls.find()) {
      String word = calls.group(1);
      if (!words.names().contains(word) && !word.equals("else")) {
        throw new RenderFailed("uses the unknown word " + word);
      }
    }
  }

  String render(String text, OutputContext context, Map<String, Object> data, View view) {
    if (text.indexOf("{{") < 0) {
      return text;
    }
    var model =
        Context.newBuilder(data)
            .resolver(MapValueResolver.INSTANCE)
            .build()
            .data(Words.BUDGET, view.budget())
            .data(Words.LOCALE, view.locale())
            .data(Words.ZONE, view.zone());
    try {
      var out = new Bounded(view.budget());
      compile(text, context).apply(model, out);
      return out.toString();
    } catch (IOException | HandlebarsException e) {
      throw failed(e);
    }
  }

  /// What a rendering goes by besides the data.
  record View(ULocale locale, ZoneId zone, Budget budget) {}

  private com.github.jknack.handlebars.Template compile(String text, OutputContext context) {
    var source = new Source(context, text);
    var known = compiled.get(source);
    if (known != null) {
      return known;
    }
    try {
      var fresh = Objects.requireNonNull(engines.get(context)).compileInline(text);
      compiled.put(source, fresh);
      return fresh;
    } catch (IOException | HandlebarsException e) {
      throw failed(e);
    }
  }

  private static RenderFailed failed(Exception e) {
    for (Throwable it = e; it != null; it = it.getCause()) {
      if (it instanceof RenderFailed failed) {
        return failed;
      }
    }
    String text = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return new RenderFailed("cannot be read: " + text.substring(0, Math.min(200, text.length())));
  }

  private static final class Bounded extends StringWriter {
    private final Budget budget;

    Bounded(Budget budget) {
      this.budget = budget;
    }

    @Override
    public void write(String text) {
      budget.chars(text.length());
      super.write(text);
    }

    @Override
    public void write(char[] text, int offset, int length) {
      budget.chars(length);
      super.write(text, offset, length);
    }

    @Override
    public void write(String text, int offset, int length) {
      budget.chars(length);
      super.write(text, offset, length);
    }
  }

  private static final class NoPartials extends AbstractTemplateLoader {
    @Override
    public TemplateSource sourceAt(String location) throws IOException {
      throw new IOException("there are no partials");
    }
  }
}
