package dev.plaza.notify.preference;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param base where the links in messages point to; https outside the local stack
/// @param mailbox address for mail programs without HTTP; null: none
/// @param formerSecrets `notify.unsubscribe.secret` of before, for links in messages sent by then;
///     the secret itself is a [dev.plaza.platform.env.SharedSecret]
@ConfigurationProperties("notify.unsubscribe")
record UnsubscribeProperties(
    @DefaultValue("http://localhost:8080") String base,
    @Nullable String mailbox,
    @DefaultValue List<String> formerSecrets) {}
