package dev.plaza.notify.template;

import dev.plaza.notify.category.Categories;
import dev.plaza.platform.problem.ProblemException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// What a template must be like to be taken.
@Component
class TemplateRules {

  private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]{0,63}");
  private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  private static final Pattern RESERVED =
      Pattern.compile("(?:from|message_type|aps)$|google|gcm|$");

  private final Renderer renderer;
  private final TemplateProperties properties;
  private final Categories categories;

  TemplateRules(Renderer renderer, TemplateProperties properties, Categories categories) {
    this.renderer = renderer;
    this.properties = properties;
    this.categories = categories;
  }

  void check(String key, TemplateController.Draft draft) {
    var problem = new ProblemException(TemplateProblem.TEMPLATE_BROKEN, "See the errors.");
    if (!KEY.matcher(key).matches()) {
      problem.at("key", "is not of the form " + KEY.pattern());
    }
    if (categories.find(draft.category()).isEmpty()) {
      problem.at("/category", Categories.NAME_RULE);
    }
    if (draft.variablesOrNone().size() > properties.variablesMax()) {
      problem.at("/variables", "are more than " + properties.variablesMax());
    }
    for (String name : draft.variablesOrNone().keySet()) {
      if (!NAME.matcher(name).matches()) {
        problem.at("/variables/" + name, "is not of the form " + NAME.pattern());
      }
    }
    if (draft.content().size() > properties.localesMax()) {
      problem.at("/content", "has more than " + properties.localesMax() + " locales");
    }
    draft.content().forEach((locale, content) -> locale(problem, locale, content));
    if (!problem.errors().isEmpty()) {
      throw problem;
    }
  }

  private void locale(ProblemException problem, String locale, Content content) {
    String at = "/content/" + locale;
    if (!Locales.isTag(locale)) {
      problem.at(at, "is not a language tag");
    }
    Content.Email email = content.email();
    if (email != null) {
      text(problem, at + "/email/subject", email.subject(), OutputContext.HEADER);
      text(problem, at + "/email/text", email.text(), OutputContext.TEXT);
      text(problem, at + "/email/html", email.html(), OutputContext.HTML);
    }
    if (content.sms() != null) {
      text(problem, at + "/sms/text", content.sms().text(), OutputContext.TEXT);
    }
    Content.Push push = content.push();
    if (push != null) {
      text(problem, at + "/push/title", push.title(), OutputContext.HEADER);
      text(problem, at + "/push/body", push.body(), OutputContext.TEXT);
      pushData(problem, at + "/push/data/", push);
    }
    Content.InApp inApp = content.inApp();
    if (inApp != null) {
      text(problem, at + "/in_app/title", inApp.title(), OutputContext.HEADER);
      text(problem, at + "/in_app/body", inApp.body(), OutputContext.TEXT);
      text(problem, at + "/in_app/link", inApp.link(), OutputContext.URL);
    }
  }

  /// What FCM would refuse is refused here, once, instead of there for each device.
  private void pushData(ProblemException problem, String at, Content.Push push) {
    Map<String, Object> data = push.data() == null ? Map.of() : push.data();
    data.forEach(
        (name, value) -> {
          if (RESERVED.matcher(name).lookingAt()) {
            problem.at(at + name, "is a name that push services keep for themselves");
          }
          if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
            problem.at(at + name, "is neither a text nor a number nor a boolean");
          }
        });
    push.texts().forEach((name, it) -> text(problem, at + name, it, OutputContext.TEXT));
  }

  private void text(
      ProblemException problem, String at, @Nullable String text, OutputContext context) {
    if (text == null) {
      return;
    }
    if (text.length() > properties.textMax()) {
      problem.at(at, "is longer than " + properties.textMax() + " characters");
      return;
    }
    try {
      renderer.check(text, context);
    } catch (RenderFailed e) {
      problem.at(at, String.valueOf(e.getMessage()));
    }
  }
}
