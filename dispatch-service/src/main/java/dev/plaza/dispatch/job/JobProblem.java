package dev.plaza.dispatch.job;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

/// Why a job cannot be what was asked of it.
public enum JobProblem implements ProblemCode {
  JOB_ENDED(409, "The search for a courier has ended for good");

  private final int status;
  private final String title;

  JobProblem(int status, String title) {
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
