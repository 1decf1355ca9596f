package dev.plaza.dispatch.job;

import dev.plaza.contracts.Place;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An order that wants a courier, as dispatch knows it.
///
/// @param pay what the courier earns, minor units
/// @param searches how many searches there were: 1, and one more after each lost courier
/// @param tries offers made in this search
/// @param openedAt when this search began
/// @param firstExpectedAt the first expectation with this courier, to measure it afterwards
/// @param arrivedAt when the courier stood in the restaurant
public record Job(
    String orderId,
    JobStatus status,
    long orderVersion,
    String restaurantId,
    @Nullable String restaurantName,
    Place pickup,
    Place dropoff,
    Instant readyAt,
    Instant promisedBy,
    long pay,
    String currency,
    int searches,
    int tries,
    Instant openedAt,
    Instant giveUpAt,
    @Nullable String offerId,
    @Nullable String assignmentId,
    @Nullable String courierId,
    @Nullable Instant arrivedAt,
    @Nullable Instant pickedUpAt,
    @Nullable Instant firstExpectedAt,
    @Nullable Arrival arrival) {}
