package dev.plaza.notify.template;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Channel;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Templates over HTTP, for ops.
@RestController
@RequestMapping("/templates/{key}")
class TemplateController {

  private final Templates templates;
  private final TemplateRules rules;
  private final Composing composing;

  TemplateController(Templates templates, TemplateRules rules, Composing composing) {
    this.templates = templates;
    this.rules = rules;
    this.composing = composing;
  }

  record Draft(
      @NotBlank String category,
      @Nullable Map<String, @NotNull @Valid Variable> variables,
      @NotEmpty Map<String, @NotNull @Valid Content> content) {

    Map<String, Variable> variablesOrNone() {
      return variables == null ? Map.of() : variables;
    }
  }

  record Version(String key, int version) {}

  record Publication(@NotNull Integer version) {}

  record PreviewRequest(
      @Nullable String locale,
      @NotNull String channel,
      @Nullable Map<String, Object> data,
      @Nullable Integer version) {}

  /// @param sms how many segments it takes; null on other channels
  record Preview(int version, String locale, Rendered message, @Nullable SmsText sms) {}

  @PutMapping
  ResponseEntity<Version> draft(
      @PathVariable String key, @Valid @RequestBody Draft draft, Caller caller) {
    caller.require(Role.OPS);
    rules.check(key, draft);
    var added =
        templates.add(
            key, draft.category(), draft.variablesOrNone(), draft.content(), caller.subject());
    return ResponseEntity.created(URI.create("/templates/" + key))
        .body(new Version(key, added.version()));
  }

  @GetMapping
  Templates.History history(@PathVariable String key, Caller caller) {
    caller.require(Role.OPS, Role.SERVICE);
    return templates.history(key);
  }

  @PostMapping("/publish")
  Version publish(
      @PathVariable String key, @Valid @RequestBody Publication request, Caller caller) {
    caller.require(Role.OPS);
    templates.publish(key, request.version());
    return new Version(key, request.version());
  }

  @PostMapping("/rollback")
  Version rollback(@PathVariable String key, Caller caller) {
    caller.require(Role.OPS);
    return new Version(key, templates.rollback(key));
  }

  /// The version asked for, else the newest draft: who previews wants to see what he has written.
  @PostMapping("/preview")
  Preview preview(
      @PathVariable String key, @Valid @RequestBody PreviewRequest request, Caller caller) {
    caller.require(Role.OPS, Role.SERVICE);
    Integer wanted = request.version();
    int version = wanted == null ? templates.history(key).versions().getFirst() : wanted;
    var template = templates.find(key, version).orElseThrow(ProblemException::notFound);
    Map<String, Object> data = request.data() == null ? Map.of() : request.data();
    List<String> missing = template.missing(data);
    if (!missing.isEmpty()) {
      var problem =
          new ProblemException(TemplateProblem.RENDER_FAILED, "Required variables are missing.");
      missing.forEach(it -> problem.at("/data/" + it, "is required"));
      throw problem;
    }
    String locale = request.locale() == null ? caller.locale().toLanguageTag() : request.locale();
    var reader = new Composing.Reader(locale, caller.zone());
    Channel channel =
        Channels.find(request.channel())
            .orElseThrow(
                () ->
                    new ProblemException(CommonProblem.INVALID, "See the errors.")
                        .at("/channel", "is no channel"));
    try {
      Rendered message = composing.render(template, channel, reader, data);
      return new Preview(
          version,
          message.locale(),
          message,
          message instanceof Rendered.Sms sms ? SmsText.of(sms.text()) : null);
    } catch (RenderFailed e) {
      throw new ProblemException(TemplateProblem.RENDER_FAILED, String.valueOf(e.getMessage()));
    }
  }
}
