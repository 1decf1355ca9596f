package dev.plaza.order.pricing;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.plaza.contracts.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything an order takes over from its cart: nothing of it is read again later.
///
/// @param distanceM from the restaurant to the customer, as the crow flies
/// @param surgePercent what the delivery fee was multiplied by
/// @param tip what the courier gets on top, also contained in `price`
/// @param courierPay what the courier earns, tip included
/// @param coupon what the discount of `price` comes from; null: there is none
public record OrderDraft(
    String cartId,
    long cartVersion,
    String quoteId,
    String customerId,
    String restaurantId,
    String restaurantName,
    long menuVersion,
    String currency,
    List<OrderLine> lines,
    PriceBreakdown price,
    Place pickup,
    Place dropoff,
    String address,
    @Nullable String instructions,
    int distanceM,
    int prepMinutes,
    int surgePercent,
    long tip,
    long courierPay,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable CouponTerms coupon) {}
