package dev.plaza.ratelimit.header;

import dev.plaza.ratelimit.Decision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a refused request is answered: the members of a problem document (RFC 9457), with the
/// types that the draft of the headers registers.
///
/// @param code stable, for programs
/// @param violatedPolicies the member `violated-policies` of the draft
/// @param retryAfterSeconds absent if retrying is of no use
public record Refusal(
    int status,
    String type,
    String code,
    String title,
    String detail,
    List<String> violatedPolicies,
    @Nullable Long retryAfterSeconds) {

  private static final String TYPES = "https://iana.org/assignments/http-problem-types#";

  /// @param anonymousStatus what a request without a user is answered where a policy needs one
  public static Refusal of(Decision decision, int anonymousStatus) {
    var retry = RateLimitHeaders.retryAfter(decision);
    var seconds = retry == null ? null : RateLimitHeaders.seconds(retry);
    var violated = decision.violated();
    return switch (decision.outcome()) {
      case ADMITTED -> throw new IllegalArgumentException("the request was admitted");
      case DENIED ->
          new Refusal(
              429,
              TYPES + "quota-exceeded",
              "too_many_requests",
              "Too Many Requests",
              "Over the limit of " + String.join(", ", violated) + ".",
              violated,
              seconds);
      case TOO_COSTLY ->
          new Refusal(
              413,
              "about:blank",
              "request_too_costly",
              "Content Too Large",
              "One such request is more than " + String.join(", ", violated) + " ever allows.",
              violated,
              null);
      case UNAVAILABLE ->
          new Refusal(
              503,
              TYPES + "temporary-reduced-capacity",
              "unavailable",
              "Service Unavailable",
              "Limits cannot be checked at present, and this is not done without.",
              violated,
              seconds);
      case ANONYMOUS ->
          new Refusal(
              anonymousStatus,
              "about:blank",
              "unauthenticated",
              "Unauthorized",
              "This is limited by user, and the request has none.",
              violated,
              null);
    };
  }
}
