package dev.plaza.order.order;

/// An amount as the HTTP contract writes it: minor units and ISO 4217 code.
public record Money(long amount, String currency) {}
