package dev.plaza.catalog.restaurant;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.plaza.contracts.Place;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The body of `PUT /restaurants/{id}`: the whole restaurant as its staff describes it.
///
/// @param rating taken from `ops` only; staff do not rate themselves
record RestaurantRequest(
    @NotBlank @Size(max = 120) String name,
    @Size(max = 1000) @Nullable String description,
    @NotNull Place location,
    @NotNull @Size(max = 64) String timezone,
    @Pattern(regexp = "[A-Z]{2}") @Nullable String country,
    @Pattern(regexp = "[A-Z]{3}") @Nullable String currency,
    @Size(max = 1000) @Nullable String hours,
    @Size(max = 10) @Nullable List<@NotBlank @Size(max = 40) String> cuisines,
    @Min(1) @Max(4) @Nullable Integer priceLevel,
    @Min(0) @Max(5) @Nullable Double rating,
    @Min(0) @Nullable Integer ratingCount,
    @Valid @Nullable AddressBody address,
    @Valid @Nullable DeliveryBody delivery,
    @Min(1) @Max(180) @Nullable Integer prepMinutes,
    @Valid @Nullable PosBody pos) {

  private static final int PREP_MINUTES_DEFAULT = 20;
  private static final int RADIUS_M_DEFAULT = 5_000;

  record AddressBody(
      @Size(max = 200) @Nullable String street,
      @Size(max = 100) @Nullable String city,
      @Size(max = 20) @Nullable String postcode,
      @Size(max = 2) @Nullable String country) {}

  /// @param minimumOrder Money, in the currency of the restaurant
  record DeliveryBody(
      @Valid @Nullable MoneyBody minimumOrder,
      @Min(100) @Max(50_000) @Nullable Integer radiusM,
      @Nullable Map<String, Object> area) {}

  /// Also taken as a bare number of minor units.
  record MoneyBody(@NotNull @Min(0) @Max(100_000_000) Long amount, @Nullable String currency) {

    @JsonCreator
    MoneyBody {}

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static MoneyBody of(long amount) {
      return new MoneyBody(amount, null);
    }
  }

  record PosBody(
      @NotBlank @Size(max = 500) @Pattern(regexp = "https?://.+") String url,
      @NotBlank @Size(max = 100) String keyId) {}

  /// @param rated whether the caller may set ratings
  Profile over(@Nullable Profile before, boolean rated) {
    var kept = before == null ? null : before;
    boolean takesRating = rated && rating != null;
    var source = kept == null ? Profile.Source.OWN : kept.source();
    return new Profile(
        name.strip(),
        description,
        location,
        timezone,
        country,
        currencyCode(),
        hours == null || hours.isBlank() ? null : hours.strip(),
        cuisines == null ? List.of() : cuisines.stream().map(RestaurantRequest::slug).toList(),
        priceLevel,
        takesRating ? rating : kept == null ? null : kept.rating(),
        takesRating ? count() : kept == null ? 0 : kept.ratingCount(),
        address == null
            ? null
            : new Profile.Address(address.street, address.city, address.postcode, address.country),
        minimumOrder(),
        radius(),
        delivery == null ? null : delivery.area,
        prepMinutes == null ? PREP_MINUTES_DEFAULT : prepMinutes,
        pos == null ? null : new Profile.Pos(pos.url, pos.keyId),
        source);
  }

  private int count() {
    return ratingCount == null ? 0 : ratingCount;
  }

  private String currencyCode() {
    return currency == null ? "EUR" : currency;
  }

  private long minimumOrder() {
    return delivery == null || delivery.minimumOrder == null ? 0 : delivery.minimumOrder.amount;
  }

  private @Nullable Integer radius() {
    if (delivery == null) {
      return RADIUS_M_DEFAULT;
    }
    return delivery.area == null && delivery.radiusM == null
        ? Integer.valueOf(RADIUS_M_DEFAULT)
        : delivery.radiusM;
  }

  private static String slug(String cuisine) {
    return cuisine.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s-]+", "_");
  }

  /// The rules that an annotation cannot say.
  ///
  /// @throws ProblemException 422 with a pointer for each
  void check() {
    var problem = new ProblemException(CommonProblem.INVALID, "The restaurant breaks a rule.");
    if (!ZoneId.getAvailableZoneIds().contains(timezone)) {
      problem.at("/timezone", "is not an IANA time zone");
    }
    if (!Currency.getAvailableCurrencies().stream()
        .anyMatch(it -> it.getCurrencyCode().equals(currencyCode()))) {
      problem.at("/currency", "is not an ISO 4217 code");
    }
    checkText(problem, "/name", name);
    checkText(problem, "/description", description);
    checkDelivery(problem);
    if (!problem.errors().isEmpty()) {
      throw problem;
    }
  }

  private static void checkText(ProblemException problem, String pointer, @Nullable String text) {
    if (text != null && text.codePoints().anyMatch(it -> it >= 0xD800 && it <= 0xDFFF)) {
      problem.at(pointer, "has half of a surrogate pair");
    }
  }

  private void checkDelivery(ProblemException problem) {
    if (delivery == null) {
      return;
    }
    if (delivery.area != null) {
      var flaw = GeoArea.flaw(delivery.area);
      if (flaw != null) {
        problem.at("/delivery/area", flaw);
      }
      if (delivery.radiusM != null) {
        problem.at("/delivery/radius_m", "and area exclude each other");
      }
    }
    var minimum = delivery.minimumOrder;
    if (minimum != null && minimum.currency != null && !minimum.currency.equals(currencyCode())) {
      problem.at("/delivery/minimum_order/currency", "is not that of the restaurant");
    }
  }
}
