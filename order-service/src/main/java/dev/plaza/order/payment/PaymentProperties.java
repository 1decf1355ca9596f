package dev.plaza.order.payment;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// @param baseUrl where the provider's API is
/// @param webhookSecret signs its webhooks
/// @param webhookTolerance how old a signed webhook may be
/// @param webhookWait how long the direct answer gets before a webhook makes us ask
/// @param connectTimeout, readTimeout of every call; an answer that does not come in time is an
///     unknown outcome
/// @param brokenAfter from this many failed calls in a row on, none are made for `brokenFor`
/// @param askAfter from this attempt on, the provider is asked what it knows before trying again
/// @param absentAfter what the provider does not know this long after it was asked for was never
///     executed
/// @param holdFor how long a hold is trusted where the provider does not say
@Validated
@ConfigurationProperties("order.payment")
record PaymentProperties(
    @DefaultValue("http://localhost:8090") URI baseUrl,
    @DefaultValue("sk_test_sandbox") String apiKey,
    @DefaultValue("whsec_sandbox") String webhookSecret,
    @DefaultValue("300s") Duration webhookTolerance,
    @DefaultValue("1s") Duration webhookWait,
    @DefaultValue("2s") Duration connectTimeout,
    @DefaultValue("10s") Duration readTimeout,
    @DefaultValue("20") @Min(1) @Max(1000) int brokenAfter,
    @DefaultValue("2s") Duration brokenFor,
    @DefaultValue("3") @Min(2) int askAfter,
    @DefaultValue("90s") Duration absentAfter,
    @DefaultValue("7d") Duration holdFor) {}
