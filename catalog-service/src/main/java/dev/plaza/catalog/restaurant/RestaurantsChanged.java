package dev.plaza.catalog.restaurant;

import java.util.List;

/// Announced in this instance after the commit; other instances hear of it through Kafka.
public record RestaurantsChanged(List<String> ids) {}
