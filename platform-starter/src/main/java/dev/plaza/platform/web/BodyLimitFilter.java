package dev.plaza.platform.web;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.problem.Problems;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/// Refuses bodies that are too large: by their announced length before a byte is read, else by
/// counting what is read.
final class BodyLimitFilter extends OncePerRequestFilter {

  private final LimitProperties limits;
  private final Problems problems;
  private final JsonMapper json;

  BodyLimitFilter(LimitProperties limits, Problems problems, JsonMapper json) {
    this.limits = limits;
    this.problems = problems;
    this.json = json;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    long limit = limits.bodyOf().getOrDefault(request.getRequestURI(), limits.body()).toBytes();
    if (request.getContentLengthLong() > limit) {
      var answer = problems.answer(tooLarge(limit), request.getRequestURI());
      response.setStatus(answer.getStatusCode().value());
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.setHeader("Connection", "close");
      json.writeValue(response.getOutputStream(), answer.getBody());
      return;
    }
    chain.doFilter(new Counted(request, limit), response);
  }

  private static ProblemException tooLarge(long limit) {
    return new ProblemException(
        CommonProblem.PAYLOAD_TOO_LARGE, "At most " + limit + " bytes are taken here.");
  }

  private static final class Counted extends HttpServletRequestWrapper {
    private final long limit;

    Counted(HttpServletRequest request, long limit) {
      super(request);
      this.limit = limit;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
      return new CountedStream(super.getInputStream(), limit);
    }

    @Override
    public BufferedReader getReader() throws IOException {
      return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }
  }

  private static final class CountedStream extends ServletInputStream {
    private final ServletInputStream in;
    private final long limit;
    private long read;

    CountedStream(ServletInputStream in, long limit) {
      this.in = in;
      this.limit = limit;
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      count(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int n = in.read(buffer, offset, length);
      count(Math.max(0, n));
      return n;
    }

    private void count(int n) {
      read += n;
      if (read > limit) {
        throw tooLarge(limit);
      }
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }
  }
}
