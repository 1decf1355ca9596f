package dev.plaza.ratelimit.authority;

/// By which rule the authority grants: at a pace, or so many in a span of time.
public sealed interface Terms permits Pace, Span {}
