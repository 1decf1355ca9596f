package dev.plaza.dispatch.assignment;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

enum AssignmentProblem implements ProblemCode {
  ASSIGNMENT_ENDED(409, "The assignment has ended already"),
  COURIER_FULL(409, "The courier carries as much as he can");

  private final int status;
  private final String title;

  AssignmentProblem(int status, String title) {
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
