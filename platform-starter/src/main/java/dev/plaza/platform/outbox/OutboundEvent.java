package dev.plaza.platform.outbox;

/// An event to publish.
///
/// @param key the aggregate's id: events of one key are published in the order of their commits
/// @param type CloudEvents type, e.g. `order.order.placed`
/// @param subject CloudEvents subject: what it is about, usually the key
/// @param value a record of the contracts
public record OutboundEvent(String topic, String key, String type, String subject, Object value) {}
