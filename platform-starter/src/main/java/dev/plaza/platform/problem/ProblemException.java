package dev.plaza.platform.problem;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Ends a request with a problem. Thrown anywhere below a controller; the starter renders it.
///
/// A problem is an answer, not an accident: it carries no stack trace and is not logged as error.
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ProblemCode code;
  private final transient List<FieldError> errors = new ArrayList<>();
  private final transient Map<String, Object> members = new LinkedHashMap<>();
  private transient @Nullable Duration retryAfter;

  /// One field that is wrong: a JSON Pointer into the request body, or the parameter's name.
  public record FieldError(String pointer, String detail) {}

  public ProblemException(ProblemCode code, String detail) {
    super(detail, null, false, false);
    this.code = code;
  }

  /// Adds to `errors[]`.
  public ProblemException at(String pointer, String detail) {
    errors.add(new FieldError(pointer, detail));
    return this;
  }

  /// Adds an extension member, e.g. the id of the thing that already exists.
  public ProblemException with(String member, Object value) {
    members.put(member, value);
    return this;
  }

  /// Tells the client when another try makes sense; rounded up to whole seconds.
  public ProblemException retryAfter(Duration delay) {
    this.retryAfter = delay;
    return this;
  }

  public ProblemCode code() {
    return code;
  }

  public List<FieldError> errors() {
    return List.copyOf(errors);
  }

  public Map<String, Object> members() {
    return Map.copyOf(members);
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }

  /// What is absent and what is somebody else's look the same.
  public static ProblemException notFound() {
    return new ProblemException(CommonProblem.NOT_FOUND, "Not found, or not yours.");
  }
}
