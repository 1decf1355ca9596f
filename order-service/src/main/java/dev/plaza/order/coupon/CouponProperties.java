package dev.plaza.order.coupon;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// @param baseUrl where the quota service is
/// @param tokenUrl where this service gets its access token (OAuth 2 client credentials)
/// @param connectTimeout, readTimeout of every call; an answer that does not come in time is an
///     unknown outcome
/// @param brokenAfter from this many failed calls in a row on, none are made for `brokenFor`
/// @param askAfter from this attempt on, an unknown outcome is asked for before trying again
/// @param hold how long a coupon stays reserved: longer than an order may live
/// @param usesKept how long it is remembered what became of an order's coupon
@Validated
@ConfigurationProperties("order.quota")
record CouponProperties(
    @DefaultValue("http://localhost:8085") URI baseUrl,
    @DefaultValue("http://localhost:8080/sandbox/oauth2/token") URI tokenUrl,
    @DefaultValue("order-service") @NotBlank String clientId,
    @DefaultValue("order-service-sandbox-secret") @NotBlank String clientSecret,
    @DefaultValue("1s") Duration connectTimeout,
    @DefaultValue("2s") Duration readTimeout,
    @DefaultValue("10") @Min(1) @Max(1000) int brokenAfter,
    @DefaultValue("2s") Duration brokenFor,
    @DefaultValue("3") @Min(2) int askAfter,
    @DefaultValue("24h") Duration hold,
    @DefaultValue("90d") Duration usesKept) {

  /// Where a path is, whether or not the base ends with a slash.
  URI at(String path) {
    var base = baseUrl.toString();
    return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
  }
}
