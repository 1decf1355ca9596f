package dev.plaza.notify.accept;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

/// Why a request to notify is refused.
enum AcceptProblem implements ProblemCode {
  UNKNOWN_TEMPLATE(422, "There is no published template of this key"),
  MISSING_VARIABLE(422, "A required variable has no value"),
  NOT_NOTIFIABLE(422, "The request breaks a rule"),
  ALREADY_ENDED(409, "The job has already ended");

  private final int status;
  private final String title;

  AcceptProblem(int status, String title) {
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
