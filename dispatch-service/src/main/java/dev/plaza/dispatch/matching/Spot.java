package dev.plaza.dispatch.matching;

/// A place in whatever coordinates the [TravelTimes] in use understand: degrees in the city,
/// metres in a benchmark instance.
public record Spot(double x, double y) {}
