package dev.plaza.catalog.search;

/// A place that was found.
///
/// @param key its place in the order, before ties
public record Hit(Listing listing, double distanceM, long key) {}
