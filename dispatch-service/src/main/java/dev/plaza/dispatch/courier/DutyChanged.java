package dev.plaza.dispatch.courier;

/// A courier's status changes; published inside the transaction that stores it, before it does.
public record DutyChanged(String courierId, CourierStatus status) {}
