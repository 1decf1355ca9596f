package dev.plaza.platform.web;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// @param body largest request body
/// @param bodyOf other limits by exact path, e.g. an import
@ConfigurationProperties("plaza.limits")
record LimitProperties(
    @DefaultValue("256KB") DataSize body, @DefaultValue Map<String, DataSize> bodyOf) {}
