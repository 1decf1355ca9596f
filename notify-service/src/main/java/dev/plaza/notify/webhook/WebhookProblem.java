package dev.plaza.notify.webhook;

import dev.plaza.platform.problem.ProblemCode;
import java.util.Locale;

/// Why a call is not believed.
enum WebhookProblem implements ProblemCode {
  BAD_SIGNATURE(403, "The signature is missing or wrong"),
  STALE(403, "The call is too old or from the future"),
  NOT_ALLOWED(403, "The call comes from a source that is not allowed");

  private final int status;
  private final String title;

  WebhookProblem(int status, String title) {
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
