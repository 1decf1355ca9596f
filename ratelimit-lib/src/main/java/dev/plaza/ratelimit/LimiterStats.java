package dev.plaza.ratelimit;

/// Counts since the start, for metrics. Decisions from held tokens are not among them: whoever
/// calls counts those.
///
/// @param asks questions to authorities
/// @param overdue questions not answered within the budget
/// @param failures questions that failed
/// @param aloneAdmitted requests admitted without an authority
/// @param aloneDenied requests refused without an authority
/// @param unavailable requests refused because a policy is closed without its authority
/// @param givenBack tokens returned unspent
/// @param bucketsCreated buckets made in memory
/// @param overflowed requests that had to share a bucket for want of room
/// @param keysMax room for buckets
/// @param outages how often the breaker opened
/// @param breaker `CLOSED`, `OPEN` or `HALF_OPEN`
public record LimiterStats(
    long asks,
    long overdue,
    long failures,
    long aloneAdmitted,
    long aloneDenied,
    long unavailable,
    long givenBack,
    long bucketsCreated,
    long overflowed,
    int keysMax,
    int outages,
    String breaker) {}
