package dev.plaza.gateway.problem;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An answer that says no. Thrown anywhere behind the web filters, rendered by [Problems].
public final class Problem extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Code code;
  private final transient List<FieldError> errors = new ArrayList<>();
  private final transient Map<String, Object> members = new LinkedHashMap<>();
  private transient @Nullable Duration retryAfter;
  private transient @Nullable String type;

  /// What is wrong with one field: a JSON Pointer into the body and a sentence.
  public record FieldError(String pointer, String detail) {}

  /// Every reason the gateway itself can have; the wire's `code` is the name in lower case.
  public enum Code {
    MALFORMED(400, "The request cannot be read"),
    BAD_CURSOR(400, "The cursor is broken or belongs to another list"),
    UNAUTHENTICATED(401, "A valid access token is needed"),
    FORBIDDEN(403, "The caller's role does not allow this"),
    NOT_FOUND(404, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
    NOT_ACCEPTABLE(406, "No representation of the wanted type"),
    PRECONDITION_FAILED(412, "It is another by now"),
    PAYLOAD_TOO_LARGE(413, "The request body is too large"),
    REQUEST_TOO_COSTLY(413, "The request is more than its limit ever allows"),
    UNSUPPORTED_MEDIA_TYPE(415, "The media type is not supported"),
    INVALID(422, "The request breaks a rule"),
    TOO_MANY_REQUESTS(429, "Too many requests"),
    INTERNAL(500, "Something went wrong on our side"),
    UNAVAILABLE(503, "A part that is needed does not answer"),
    TIMEOUT(504, "A part that is needed did not answer in time");

    private final int status;
    private final String title;

    Code(int status, String title) {
      this.status = status;
      this.title = title;
    }

    public int status() {
      return status;
    }

    String title() {
      return title;
    }

    /// The code that speaks for a bare HTTP status.
    static Code of(int status) {
      for (Code it : values()) {
        if (it.status == status) {
          return it;
        }
      }
      return status >= 500 ? INTERNAL : MALFORMED;
    }
  }

  public Problem(Code code, String detail) {
    super(detail, null, false, false);
    this.code = code;
  }

  /// Adds to `errors[]`.
  public Problem at(String pointer, String detail) {
    errors.add(new FieldError(pointer, detail));
    return this;
  }

  /// Adds an extension member.
  public Problem with(String member, Object value) {
    members.put(member, value);
    return this;
  }

  /// A registered type, in place of the platform's own.
  public Problem type(String uri) {
    this.type = uri;
    return this;
  }

  /// When another try makes sense; told in whole seconds, rounded up.
  public Problem retryAfter(Duration delay) {
    this.retryAfter = delay;
    return this;
  }

  public Code code() {
    return code;
  }

  List<FieldError> errors() {
    return errors;
  }

  Map<String, Object> members() {
    return members;
  }

  @Nullable String type() {
    return type;
  }

  @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
