package dev.plaza.gateway.limits;

import dev.plaza.gateway.problem.Problem;
import dev.plaza.ratelimit.policy.Condition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/// `If-Match` and `If-None-Match` of a change. The entity tag of a policy is its version, which is
/// 0 as configured.
final class Preconditions {

  private static final Pattern VERSION = Pattern.compile("(?:W/)?\"?(\\d{1,18})\"?");
  private static final String ANY = "*";

  private Preconditions() {}

  /// @throws Problem 400 for what is neither a version nor `*`
  static Condition of(HttpHeaders headers, boolean configured) {
    String match = header(headers, HttpHeaders.IF_MATCH);
    String noneMatch = header(headers, HttpHeaders.IF_NONE_MATCH);
    if (noneMatch != null) {
      if (match != null || !noneMatch.equals(ANY)) {
        throw unreadable(HttpHeaders.IF_NONE_MATCH, "is not * alone");
      }
      return Condition.absent(configured);
    }
    if (match == null) {
      return Condition.ALWAYS;
    }
    if (match.equals(ANY)) {
      return Condition.exists(configured);
    }
    Matcher version = VERSION.matcher(match);
    if (!version.matches()) {
      throw unreadable(HttpHeaders.IF_MATCH, "is not a version");
    }
    return Condition.version(Long.parseLong(version.group(1)), configured);
  }

  private static @Nullable String header(HttpHeaders headers, String name) {
    var lines = headers.getOrEmpty(name);
    return lines.isEmpty() ? null : String.join(",", lines).strip();
  }

  private static Problem unreadable(String header, String why) {
    return new Problem(Problem.Code.MALFORMED, "The header %s cannot be read.".formatted(header))
        .at(header, why);
  }
}
