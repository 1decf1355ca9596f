package dev.plaza.platform.problem;

import java.util.Locale;

/// Reasons that any endpoint may answer with.
public enum CommonProblem implements ProblemCode {
  MALFORMED(400, "The request cannot be read"),
  BAD_CURSOR(400, "The cursor is broken or belongs to another list"),
  IDEMPOTENCY_KEY_REQUIRED(400, "This request needs an Idempotency-Key header"),
  UNAUTHENTICATED(401, "A valid access token is needed"),
  FORBIDDEN(403, "The caller's role does not allow this"),
  NOT_FOUND(404, "There is no such thing"),
  METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
  NOT_ACCEPTABLE(406, "No representation of the wanted type"),
  CONFLICT(409, "The request conflicts with the current state"),
  IDEMPOTENCY_IN_PROGRESS(409, "The first request with this key is still running"),
  PRECONDITION_FAILED(412, "The resource has changed meanwhile"),
  PAYLOAD_TOO_LARGE(413, "The request body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The media type is not supported"),
  INVALID(422, "The request breaks a rule"),
  IDEMPOTENCY_KEY_REUSED(422, "The key was used with another request"),
  PRECONDITION_REQUIRED(428, "This request needs an If-Match header"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  HEADERS_TOO_LARGE(431, "The request headers are too large"),
  INTERNAL(500, "Something went wrong on our side"),
  UNAVAILABLE(503, "A part that is needed does not answer");

  private final int status;
  private final String title;

  CommonProblem(int status, String title) {
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

  /// The code that speaks for a bare HTTP status.
  static CommonProblem of(int status) {
    for (CommonProblem it : values()) {
      if (it.status == status) {
        return it;
      }
    }
    return status >= 500 ? INTERNAL : MALFORMED;
  }
}
