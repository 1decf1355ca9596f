package dev.plaza.ratelimit.servlet;

import dev.plaza.ratelimit.Decision;
import dev.plaza.ratelimit.Limiter;
import dev.plaza.ratelimit.Request;
import dev.plaza.ratelimit.header.RateLimitHeaders;
import dev.plaza.ratelimit.header.Refusal;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Limits a service that stands behind another edge, or on its own. The thread waits for the
/// budget of a decision at most; with virtual threads that costs nothing.
///
/// It knows no framework: the caller says which [Request] a servlet request is, above all who it
/// comes from, by [dev.plaza.ratelimit.address.ClientAddress].
public final class RateLimitFilter implements Filter {

  private final Limiter limiter;
  private final Function<HttpServletRequest, Request> reading;
  private final RateLimitHeaders headers;
  private final int anonymousStatus;

  /// @param anonymousStatus the answer where a policy refuses requests without a user
  public RateLimitFilter(
      Limiter limiter,
      Function<HttpServletRequest, Request> reading,
      RateLimitHeaders headers,
      int anonymousStatus) {
    this.limiter = limiter;
    this.reading = reading;
    this.headers = headers;
    this.anonymousStatus = anonymousStatus;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest http
        && response instanceof HttpServletResponse answer) {
      var decision = limiter.await(reading.apply(http));
      headers.of(decision).forEach(answer::setHeader);
      if (!decision.admitted()) {
        refuse(decision, answer);
        return;
      }
    }
    chain.doFilter(request, response);
  }

  private void refuse(Decision decision, HttpServletResponse answer) throws IOException {
    var refusal = Refusal.of(decision, anonymousStatus);
    answer.setStatus(refusal.status());
    answer.setContentType("application/problem+json");
    answer.setCharacterEncoding(StandardCharsets.UTF_8);
    answer.getWriter().write(json(refusal));
  }

  /// Nothing in it comes from outside: policy ids are letters, digits and `_.-`.
  private static String json(Refusal refusal) {
    var violated =
        refusal.violatedPolicies().stream()
            .map(it -> '"' + it + '"')
            .collect(Collectors.joining(","));
    return """
    {"type":"%s","title":"%s","status":%d,"code":"%s","detail":"%s","violated-policies":[%s]}\
    """
        .formatted(
            refusal.type(),
            refusal.title(),
            refusal.status(),
            refusal.code(),
            refusal.detail(),
            violated);
  }
}
