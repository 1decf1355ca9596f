package dev.plaza.notify.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.icu.util.ULocale;
import dev.plaza.notify.provider.Channel;
import java.time.ZoneId;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Cases 39, 41 to 43, 45, 46 and 48: what a template can say, and what it cannot do.
class RendererTests {

  private final Renderer renderer = new Renderer();

  private String render(
      String text, OutputContext context, String locale, Map<String, Object> data) {
    return renderer.render(
        text,
        context,
        data,
        new Renderer.View(
            ULocale.forLanguageTag(locale), ZoneId.of("Europe/Vienna"), new Budget()));
  }

  private String text(String text, Map<String, Object> data) {
    return render(text, OutputContext.TEXT, "en", data);
  }

  @ParameterizedTest
  @CsvSource({
    "pl, 1, one",
    "pl, 2, few",
    "pl, 4, few",
    "pl, 22, few",
    "pl, 0, many",
    "pl, 5, many",
    "pl, 12, many",
    "pl, 21, many",
    "pl, 1.5, other",
    "ar, 0, zero",
    "ar, 1, one",
    "ar, 2, two",
    "ar, 3, few",
    "ar, 10, few",
    "ar, 11, many",
    "ar, 99, many",
    "ar, 100, other",
    "ar, 102, other",
    "fr, 0, one",
    "fr, 1000000, many",
    "pt-BR, 0, one",
    "pt-PT, 0, other",
    "cy, 0, zero",
    "en, 0, other",
    "en, 1, one"
  })
  void pluralsFollowCldr(String locale, String count, String form) {
    String template =
        "{{plural n zero=\"zero\" one=\"one\" two=\"two\" few=\"few\" many=\"many\""
            + " other=\"other\"}}";

    assertThat(render(template, OutputContext.TEXT, locale, Map.of("n", count))).isEqualTo(form);
  }

  @Test
  void formsPrintTheNumberAndAnEmptyOneFallsToOther() {
    String template = "{{plural n one=\"\" other=\"# items\"}}";

    assertThat(text(template, Map.of("n", 1))).isEqualTo("1 items");
    assertThat(text(template, Map.of("n", 1234))).isEqualTo("1,234 items");
    assertThat(render(template, OutputContext.TEXT, "de", Map.of("n", 1234)))
        .isEqualTo("1.234 items");
    assertThat(text("{{select g female=\"her\" other=\"their\"}}", Map.of("g", "female")))
        .isEqualTo("her");
    assertThat(text("{{select g female=\"her\" other=\"their\"}}", Map.of("g", "x")))
        .isEqualTo("their");
  }

  @Test
  void moneyAndTimesAreTheReadersOwn() {
    assertThat(render("{{money m \"EUR\"}}", OutputContext.TEXT, "de", Map.of("m", 123456)))
        .isEqualTo("1.234,56\u00a0€");
    assertThat(text("{{money m c}}", Map.of("m", 500, "c", "JPY"))).isEqualTo("¥500");
    assertThat(text("{{time t}}", Map.of("t", "2026-07-01T10:05:00Z"))).startsWith("12:05");
  }

  private static final String NAME = "O'Brien & Söhne <b>";

  @Test
  void escapesByWhereItIsPrinted() {
    var data = Map.<String, Object>of("name", NAME);

    assertThat(render("Hi {{name}}", OutputContext.TEXT, "en", data)).isEqualTo("Hi " + NAME);
    assertThat(render("Hi {{name}}", OutputContext.HEADER, "en", data)).isEqualTo("Hi " + NAME);
    assertThat(render("<p>{{name}}</p>", OutputContext.HTML, "en", data))
        .doesNotContain("<b>")
        .contains("&amp; S")
        .contains("&lt;b&gt;");
    assertThat(render("/o/{{name}}", OutputContext.URL, "en", data))
        .isEqualTo("/o/O%27Brien%20%26%20S%C3%B6hne%20%3Cb%3E");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\r", "\n", "\u2028", "\u2029", "\u0085", "\u0000"})
  void aHeaderStaysOneLine(String breaking) {
    String subject =
        render(
            "{{title}}",
            OutputContext.HEADER,
            "en",
            Map.of("title", "Hi" + breaking + "Bcc: evil@x.example"));

    assertThat(subject).isEqualTo("Hi Bcc: evil@x.example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{{name}}}",
        "{{&name}}",
        "{{~& name}}",
        "{{> other}}",
        "{{#> layout}}{{/layout}}",
        "{{#*inline \"x\"}}{{/inline}}",
        "{{=<% %>=}}",
        "{{log name}}",
        "{{#with \"s\"}}{{/with}}",
        "{{lookup name \"class\"}}",
        "{{#block \"x\"}}{{/block}}",
        "{{precompile name}}",
        "{{plural (evil n) other=\"x\"}}",
        "{{{{raw}}}}x{{{{/raw}}}}",
        "{{#if name}}"
      })
  void refusesWhatIsNoneOfItsWords(String template) {
    assertThatThrownBy(() -> renderer.check(template, OutputContext.TEXT))
        .isInstanceOf(RenderFailed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Hi {{name}} (as agreed upon)", "{{#if a}}x{{else if b}}y{{else}}z{{/if}}",
        "{{#each items}}{{this}} {{@index}}{{/each}}", "{{! a comment with words }}{{name}}",
        "{{plural n one=\"(one item)\" other=\"# (items here)\"}}", "{{#unless a}}no{{/unless}}"
      })
  void takesItsWords(String template) {
    renderer.check(template, OutputContext.TEXT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{constructor}}",
        "{{name.class}}",
        "{{name.class.name}}",
        "{{this.class}}",
        "{{constructor.prototype}}",
        "{{toString}}",
        "{{#each items}}{{this.class}}{{/each}}",
        "{{items.length}}"
      })
  void reachesNothingOfTheProgram(String template) {
    var data = Map.<String, Object>of("name", "Ana", "items", List.of("a"));

    assertThatThrownBy(() -> text(template, data)).isInstanceOf(RenderFailed.class);
  }

  @Test
  void aValueThatIsAbsentIsNeverPrintedAsNothing() {
    var withNull = new HashMap<String, Object>();
    withNull.put("name", null);

    assertThatThrownBy(() -> text("Hi {{name}},", Map.of()))
        .isInstanceOf(RenderFailed.class)
        .hasMessageContaining("name");
    assertThatThrownBy(() -> text("Hi {{name}},", withNull)).isInstanceOf(RenderFailed.class);
    assertThat(text("Hi {{name}},", Map.of("name", ""))).isEqualTo("Hi ,");
    assertThat(text("{{#if name}}Hi {{name}}{{else}}Hello{{/if}}", Map.of())).isEqualTo("Hello");
  }

  @Test
  void limitsLoopsAndSize() {
    var many = Collections.nCopies(200, (Object) Map.of("x", 1));
    var data = Map.<String, Object>of("a", many, "long", "x".repeat(60_000));

    assertThatThrownBy(() -> text("{{#each a}}{{#each ../a}}.{{/each}}{{/each}}", data))
        .isInstanceOf(RenderFailed.class)
        .hasMessageContaining("rounds");
    assertThatThrownBy(() -> text("{{#each a}}{{../long}}{{/each}}", data))
        .isInstanceOf(RenderFailed.class)
        .hasMessageContaining("longer");
  }

  /// Case 46: ten thousand at once, every name where it belongs.
  @Test
  void sharesNothingBetweenRecipients() throws Exception {
    var wrong = new ConcurrentLinkedQueue<String>();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 10_000; i++) {
        String name = "name-" + i;
        pool.execute(
            () -> {
              String said =
                  text(
                      "{{#each l}}{{../name}}{{/each}} {{name}}",
                      Map.of("name", name, "l", List.of(1, 2)));
              if (!said.equals(name + name + " " + name)) {
                wrong.add(said);
              }
            });
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void subjectAndBodyAreOfOneLocale() {
    var composing = new Composing(renderer, new TemplateProperties("en", 65_536, 50, 100));
    var template =
        new Template(
            "k",
            1,
            "account",
            Map.of("name", new Variable(false, "you")),
            Map.of(
                "en",
                    new Content(
                        new Content.Email("Hi {{name}}", "text", "<p>x</p>"), null, null, null),
                "de",
                    new Content(
                        new Content.Email("Servus {{name}}", "Text", null), null, null, null)));

    var mail =
        (Rendered.Email)
            composing.render(
                template,
                Channel.EMAIL,
                new Composing.Reader("de-AT", ZoneId.of("Europe/Vienna")),
                Map.of());

    assertThat(mail).isEqualTo(new Rendered.Email("de", "Servus you", "Text", null));
    assertThatThrownBy(
            () ->
                composing.render(
                    template, Channel.SMS, new Composing.Reader("de", ZoneId.of("UTC")), Map.of()))
        .isInstanceOf(RenderFailed.class);
  }
}
