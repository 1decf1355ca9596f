package dev.plaza.platform.security;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.problem.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import tools.jackson.databind.json.JsonMapper;

/// Says 401 and 403 in the same words as everything else.
final class ProblemEntryPoint implements AuthenticationEntryPoint, AccessDeniedHandler {

  private final Problems problems;
  private final JsonMapper json;

  ProblemEntryPoint(Problems problems, JsonMapper json) {
    this.problems = problems;
    this.json = json;
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    write(
        request,
        response,
        new ProblemException(
            CommonProblem.UNAUTHENTICATED, "Send a valid, unexpired token for this platform."));
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    write(
        request,
        response,
        new ProblemException(CommonProblem.FORBIDDEN, "This needs another role."));
  }

  private void write(
      HttpServletRequest request, HttpServletResponse response, ProblemException problem)
      throws IOException {
    response.setStatus(problem.code().status());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    var body = problems.answer(problem, request.getRequestURI()).getBody();
    json.writeValue(response.getOutputStream(), body);
  }
}
