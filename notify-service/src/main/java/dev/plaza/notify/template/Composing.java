package dev.plaza.notify.template;

import com.ibm.icu.util.ULocale;
import dev.plaza.notify.provider.Channel;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// Renders what a person gets on a channel.
@Component
public class Composing {

  private static final int HEADER_MAX = 500;

  private final Renderer renderer;
  private final TemplateProperties properties;

  Composing(Renderer renderer, TemplateProperties properties) {
    this.renderer = renderer;
    this.properties = properties;
  }

  /// Whose message it is.
  ///
  /// @param locale wanted; the nearest offered one is taken
  public record Reader(String locale, ZoneId zone) {}

  /// @throws RenderFailed when a value is absent, a limit is reached or nothing is offered
  public Rendered render(Template template, Channel channel, Reader reader, Map<String, ?> data) {
    String locale =
        template
            .localeFor(reader.locale(), properties.defaultLocale(), channel)
            .orElseThrow(() -> new RenderFailed("says nothing on " + channel));
    var all = template.completed(data);
    var view =
        new Renderer.View(
            ULocale.forLanguageTag(locale.replace('_', '-')), reader.zone(), new Budget());
    return new Piece(all, view, locale).of(template.in(locale), channel);
  }

  public boolean offers(Template template, Channel channel, String locale) {
    return template.localeFor(locale, properties.defaultLocale(), channel).isPresent();
  }

  private final class Piece {
    private final Map<String, Object> data;
    private final Renderer.View view;
    private final String locale;

    Piece(Map<String, Object> data, Renderer.View view, String locale) {
      this.data = data;
      this.view = view;
      this.locale = locale;
    }

    Rendered of(Content content, Channel channel) {
      return switch (channel) {
        case EMAIL -> email(present(content.email()));
        case SMS -> new Rendered.Sms(locale, text(present(content.sms()).text()));
        case PUSH -> push(present(content.push()));
        case IN_APP -> inApp(present(content.inApp()));
      };
    }

    private Rendered email(Content.Email it) {
      return new Rendered.Email(
          locale,
          header(it.subject()),
          text(it.text()),
          it.html() == null ? null : html(it.html()));
    }

    private Rendered push(Content.Push it) {
      var values = new HashMap<String, String>();
      it.texts().forEach((name, value) -> values.put(name, text(value)));
      return new Rendered.Push(locale, header(it.title()), text(it.body()), values);
    }

    private Rendered inApp(Content.InApp it) {
      return new Rendered.InApp(
          locale, header(it.title()), text(it.body()), it.link() == null ? null : link(it.link()));
    }

    private String text(String source) {
      return renderer.render(source, OutputContext.TEXT, data, view);
    }

    private String html(String source) {
      return renderer.render(source, OutputContext.HTML, data, view);
    }

    /// The text of a template is as little trusted as a value: the line as a whole is one.
    private String header(String source) {
      String line =
          OutputContext.oneLine(renderer.render(source, OutputContext.HEADER, data, view));
      return line.length() <= HEADER_MAX
          ? line
          : line.substring(0, line.offsetByCodePoints(0, line.codePointCount(0, HEADER_MAX) - 1));
    }

    private String link(String source) {
      String link = renderer.render(source, OutputContext.URL, data, view);
      if (!link.startsWith("/") && !link.startsWith("https://") && !link.startsWith("http://")) {
        throw new RenderFailed("has a link that is neither a path nor http(s)");
      }
      return link;
    }
  }

  private static <T> T present(@Nullable T content) {
    if (content == null) {
      throw new RenderFailed("says nothing on this channel");
    }
    return content;
  }
}
