package dev.plaza.dev.psp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

record Refund(
    String id,
    long created,
    String intent,
    String charge,
    long amount,
    String currency,
    @Nullable String reason,
    Map<String, String> metadata) {}
