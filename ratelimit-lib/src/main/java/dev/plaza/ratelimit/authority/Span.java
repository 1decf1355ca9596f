package dev.plaza.ratelimit.authority;

import dev.plaza.ratelimit.policy.CalendarWindow;

/// So many tokens from a start to an end, both in microseconds since 1970 by the authority's clock.
/// The authority answers `STALE` outside of it, so that nobody's clock brings yesterday back.
public record Span(long limit, CalendarWindow window) implements Terms {}
