package dev.plaza.order.pricing;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Knobs of prices; each is listed in the service README.
///
/// @param quoteLife how long a quote holds
/// @param quotesKept how long an expired quote can still be compared with
/// @param surgeRefresh how old an instance's knowledge of surge may get
/// @param totalMax what an order may cost, minor units
/// @param tariffs by currency code; a currency without one gets [Tariff#unset]
@Validated
@ConfigurationProperties("order.pricing")
record PricingProperties(
    @DefaultValue("5m") Duration quoteLife,
    @DefaultValue("1h") Duration quotesKept,
    @DefaultValue("1s") Duration surgeRefresh,
    @DefaultValue("99999999") @Min(1) long totalMax,
    @DefaultValue @Valid TaxRules tax,
    @DefaultValue Map<String, @Valid Tariff> tariffs) {

  Pricing pricing(String currency) {
    return new Pricing(tax, tariff(currency));
  }

  Tariff tariff(String currency) {
    Tariff tariff = tariffs.get(currency);
    return tariff == null ? Tariff.unset(currency) : tariff;
  }
}
