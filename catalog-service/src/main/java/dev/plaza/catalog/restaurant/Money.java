package dev.plaza.catalog.restaurant;

/// Minor units of an ISO 4217 currency.
public record Money(long amount, String currency) {}
