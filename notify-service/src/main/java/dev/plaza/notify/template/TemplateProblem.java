package dev.plaza.notify.template;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

/// Why a template is not taken or cannot be used.
public enum TemplateProblem implements ProblemCode {
  TEMPLATE_BROKEN(422, "The template breaks a rule"),
  UNKNOWN_TEMPLATE(422, "There is no published template of this key"),
  RENDER_FAILED(422, "The template cannot be rendered with this data"),
  NOTHING_TO_ROLL_BACK(409, "No earlier version was published");

  private final int status;
  private final String title;

  TemplateProblem(int status, String title) {
    this.status = status;
    this.title = title;
  }

  @Override
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public String title() {
    return title;
  }
}
