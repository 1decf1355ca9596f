package dev.plaza.platform.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.ConstraintViolationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.validation.BindException;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;

/// Turns whatever ends a request into a problem detail. Only what nobody expected is logged.
@RestControllerAdvice
final class ProblemAdvice {

  private static final Log LOG = LogFactory.getLog(ProblemAdvice.class);
  private static final java.time.Duration RETRY = java.time.Duration.ofSeconds(2);

  private final Problems problems;

  ProblemAdvice(Problems problems) {
    this.problems = problems;
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> problem(ProblemException e, HttpServletRequest request) {
    return problems.answer(e, request.getRequestURI());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> unreadable(
      HttpMessageNotReadableException e, HttpServletRequest request) {
    var cause = NestedExceptionUtils.getMostSpecificCause(e);
    if (cause instanceof ProblemException problem) {
      return problem(problem, request);
    }
    for (Throwable it = e; it != null; it = it.getCause()) {
      if (it instanceof ProblemException problem) {
        return problem(problem, request);
      }
    }
    var problem = new ProblemException(CommonProblem.MALFORMED, "The body cannot be read as JSON.");
    JacksonException json = find(e, JacksonException.class);
    if (json != null) {
      problem.at(JsonPointers.of(json), JsonPointers.reason(json));
    }
    return problem(problem, request);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalidBody(
      MethodArgumentNotValidException e, HttpServletRequest request) {
    return problem(fields(e), request);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalidBinding(BindException e, HttpServletRequest request) {
    return problem(fields(e), request);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalidParameters(
      HandlerMethodValidationException e, HttpServletRequest request) {
    var problem = new ProblemException(CommonProblem.INVALID, "A parameter breaks a rule.");
    for (ParameterValidationResult result : e.getParameterValidationResults()) {
      if (result instanceof ParameterErrors errors) {
        for (FieldError it : errors.getFieldErrors()) {
          problem.at(JsonPointers.ofPath(it.getField()), message(it.getDefaultMessage()));
        }
      } else {
        String name = result.getMethodParameter().getParameterName();
        result
            .getResolvableErrors()
            .forEach(it -> problem.at(String.valueOf(name), message(it.getDefaultMessage())));
      }
    }
    return problem(problem, request);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> invalidValue(
      ConstraintViolationException e, HttpServletRequest request) {
    var problem = new ProblemException(CommonProblem.INVALID, "A value breaks a rule.");
    e.getConstraintViolations()
        .forEach(
            it ->
                problem.at(JsonPointers.ofPath(it.getPropertyPath().toString()), it.getMessage()));
    return problem(problem, request);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> wrongType(
      MethodArgumentTypeMismatchException e, HttpServletRequest request) {
    var problem = new ProblemException(CommonProblem.MALFORMED, "A parameter has a wrong type.");
    return problem(problem.at(e.getName(), "is not of the expected type"), request);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> missingParameter(
      MissingServletRequestParameterException e, HttpServletRequest request) {
    var problem = new ProblemException(CommonProblem.MALFORMED, "A parameter is missing.");
    return problem(problem.at(e.getParameterName(), "is required"), request);
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> missingHeader(
      MissingRequestHeaderException e, HttpServletRequest request) {
    var problem = new ProblemException(CommonProblem.MALFORMED, "A header is missing.");
    return problem(problem.at(e.getHeaderName(), "is required"), request);
  }

  /// The database is away or overloaded: the client may try again, nothing was half done.
  @ExceptionHandler({
    CannotCreateTransactionException.class,
    DataAccessResourceFailureException.class,
    TransientDataAccessException.class,
    QueryTimeoutException.class
  })
  ResponseEntity<ProblemDetail> databaseAway(Exception e, HttpServletRequest request) {
    LOG.warn("database does not answer: " + NestedExceptionUtils.getMostSpecificCause(e));
    var problem = new ProblemException(CommonProblem.UNAVAILABLE, "The database does not answer.");
    return problem(problem.retryAfter(RETRY), request);
  }

  /// The client has gone; nobody reads an answer.
  @ExceptionHandler
  void clientGone(AsyncRequestNotUsableException e) {
    LOG.debug("client gone", e);
  }

  @ExceptionHandler
  @Nullable ResponseEntity<ProblemDetail> anything(Exception e, HttpServletRequest request) {
    if (e instanceof ErrorResponse known) {
      return framework(known, request);
    }
    LOG.error("unexpected failure of " + request.getMethod() + " " + request.getRequestURI(), e);
    return problem(
        new ProblemException(CommonProblem.INTERNAL, "The failure is logged under the trace id."),
        request);
  }

  private ResponseEntity<ProblemDetail> framework(ErrorResponse known, HttpServletRequest request) {
    HttpStatusCode status = known.getStatusCode();
    var code = CommonProblem.of(status.value());
    var detail =
        problems.detail(
            code, known.getBody().getDetail(), List.of(), Map.of(), request.getRequestURI());
    detail.setStatus(status.value());
    return ResponseEntity.status(status)
        .headers(known.getHeaders())
        .contentType(org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON)
        .body(detail);
  }

  private static ProblemException fields(BindException e) {
    var problem = new ProblemException(CommonProblem.INVALID, "The request breaks a rule.");
    for (FieldError it : e.getFieldErrors()) {
      problem.at(JsonPointers.ofPath(it.getField()), message(it.getDefaultMessage()));
    }
    e.getGlobalErrors().forEach(it -> problem.at("", message(it.getDefaultMessage())));
    return problem;
  }

  private static String message(@Nullable String text) {
    return text == null ? "is not valid" : text;
  }

  private static <T extends Throwable> @Nullable T find(Throwable e, Class<T> type) {
    var seen = new ArrayList<Throwable>();
    for (Throwable it = e; it != null && !seen.contains(it); it = it.getCause()) {
      if (type.isInstance(it)) {
        return type.cast(it);
      }
      seen.add(it);
    }
    return null;
  }
}
