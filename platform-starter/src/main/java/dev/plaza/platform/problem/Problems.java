package dev.plaza.platform.problem;

import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/// Builds the answer of a problem: the one place that knows its members.
public final class Problems {

  private static final String TYPE = "https://plaza.dev/problems/";

  private final Tracer tracer;

  Problems(Tracer tracer) {
    this.tracer = tracer;
  }

  public ResponseEntity<ProblemDetail> answer(ProblemException problem, @Nullable String path) {
    var detail =
        detail(problem.code(), problem.getMessage(), problem.errors(), problem.members(), path);
    var headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    Duration retryAfter = problem.retryAfter();
    if (retryAfter != null) {
      headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(ceilSeconds(retryAfter)));
    }
    return new ResponseEntity<>(detail, headers, HttpStatusCode.valueOf(problem.code().status()));
  }

  ProblemDetail detail(
      ProblemCode code,
      @Nullable String text,
      List<ProblemException.FieldError> errors,
      Map<String, Object> members,
      @Nullable String path) {
    var detail = ProblemDetail.forStatus(code.status());
    detail.setType(URI.create(TYPE + code.code()));
    detail.setTitle(code.title());
    detail.setDetail(text == null ? code.title() : text);
    if (path != null) {
      detail.setInstance(URI.create(path));
    }
    members.forEach(detail::setProperty);
    detail.setProperty("code", code.code());
    detail.setProperty("trace_id", traceId());
    detail.setProperty("errors", errors);
    return detail;
  }

  private @Nullable String traceId() {
    Span span = tracer.currentSpan();
    return span == null ? null : span.context().traceId();
  }

  private static long ceilSeconds(Duration duration) {
    return Math.max(1, (duration.toMillis() + 999) / 1000);
  }
}
