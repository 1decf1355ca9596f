package dev.plaza.notify.provider.push;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The reasons by which APNs refuses, and what each one means.
final class ApnsReason {

  static final String EXPIRED_PROVIDER_TOKEN = "ExpiredProviderToken";

  private static final Duration TOKEN_PAUSE = Duration.ofMinutes(20);

  private ApnsReason() {}

  /// @param retryAfter the pause asked for by header; null: none
  /// @param since the time that came with a 410; null: none came
  static Outcome outcome(
      String reason, int status, @Nullable Duration retryAfter, @Nullable Instant since) {
    return switch (reason) {
      case "Unregistered", "ExpiredToken" ->
          new Outcome.Permanent(reason, "the device is gone", Scope.RECIPIENT, true, since);
      // Also said of every token of the other environment: nobody is forgotten for it.
      case "BadDeviceToken", "DeviceTokenNotForTopic", "MissingDeviceToken" ->
          permanent(reason, Scope.RECIPIENT);
      case "BadCollapseId",
          "BadExpirationDate",
          "BadMessageId",
          "BadPriority",
          "DuplicateHeaders",
          "InvalidPushType",
          "PayloadEmpty",
          "PayloadTooLarge" ->
          permanent(reason, Scope.MESSAGE);
      case "BadTopic",
          "MissingTopic",
          "TopicDisallowed",
          "BadCertificate",
          "BadCertificateEnvironment",
          "Forbidden",
          "InvalidProviderToken",
          "MissingProviderToken",
          "UnrelatedKeyIdInToken",
          "BadEnvironmentKeyIdInToken",
          "BadPath",
          "MethodNotAllowed" ->
          permanent(reason, Scope.PROVIDER);
      // Too many to this one device.
      case "TooManyRequests" -> later(reason, retryAfter, Scope.RECIPIENT);
      case "TooManyProviderTokenUpdates" ->
          later(reason, retryAfter == null ? TOKEN_PAUSE : retryAfter, Scope.PROVIDER);
      case EXPIRED_PROVIDER_TOKEN,
          "IdleTimeout",
          "InternalServerError",
          "ServiceUnavailable",
          "Shutdown" ->
          later(reason, retryAfter, Scope.PROVIDER);
      default -> unnamed(status, retryAfter, since);
    };
  }

  private static Outcome unnamed(
      int status, @Nullable Duration retryAfter, @Nullable Instant since) {
    var code = "http_" + status;
    return switch (status / 100) {
      case 5 -> later(code, retryAfter, Scope.PROVIDER);
      case 4 ->
          switch (status) {
            case 410 ->
                new Outcome.Permanent(code, "the device is gone", Scope.RECIPIENT, true, since);
            case 429 -> later(code, retryAfter, Scope.RECIPIENT);
            case 400, 413 -> permanent(code, Scope.MESSAGE);
            default -> permanent(code, Scope.PROVIDER);
          };
      default -> permanent(code, Scope.PROVIDER);
    };
  }

  private static Outcome permanent(String reason, Scope scope) {
    return new Outcome.Permanent(reason, "refused by APNs", scope, false);
  }

  private static Outcome later(String reason, @Nullable Duration retryAfter, Scope scope) {
    return new Outcome.Transient(reason, "not taken by APNs", retryAfter, scope);
  }
}
