package dev.plaza.notify.preference;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param base where the links in messages point to; https outside the local stack
/// @param mailbox address for mail programs without HTTP; null: none
/// @param secret makes the tokens; the same on all instances, and for as long as links should work
@ConfigurationProperties("notify.unsubscribe")
record UnsubscribeProperties(
    @DefaultValue("http://localhost:8080") String base,
    @Nullable String mailbox,
    @DefaultValue("local-unsubscribe-secret") String secret) {}
