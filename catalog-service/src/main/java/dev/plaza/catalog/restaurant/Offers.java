package dev.plaza.catalog.restaurant;

import java.util.Currency;

/// Works out what delivery costs and takes. Pure.
public final class Offers {

  private final DeliveryProperties properties;

  Offers(DeliveryProperties properties) {
    this.properties = properties;
  }

  Offer anywhere(Profile profile) {
    return new Offer(null, null, null, minimum(profile), profile.radiusM(), profile.area(), null);
  }

  /// Delivery to a place `distanceM` away.
  public Offer to(Profile profile, double lat, double lon, double distanceM) {
    var area = profile.area();
    var radius = profile.radiusM();
    boolean delivers =
        area != null ? GeoArea.contains(area, lat, lon) : radius != null && distanceM <= radius;
    int eta = etaMinutes(profile.prepMinutes(), distanceM);
    return new Offer(
        new Money(fee(profile.currency(), distanceM), profile.currency()),
        eta,
        eta + (int) properties.spread().toMinutes(),
        minimum(profile),
        radius,
        null,
        delivers);
  }

  private long fee(String currency, double distanceM) {
    double beyond = Math.max(0, distanceM - properties.baseDistanceM());
    long further = Math.round(beyond * properties.feePerKm() / 1000);
    long fee = Math.min(properties.feeMax(), properties.baseFee() + further);
    return Currency.getInstance(currency).getDefaultFractionDigits() > 2 ? fee * 10 : fee;
  }

  private int etaMinutes(int prepMinutes, double distanceM) {
    double ride = distanceM / 1000 / properties.speedKmh() * 60;
    return (int) Math.ceil(prepMinutes + properties.handover().toMinutes() + ride);
  }

  private static Money minimum(Profile profile) {
    return new Money(profile.minimumOrder(), profile.currency());
  }
}
