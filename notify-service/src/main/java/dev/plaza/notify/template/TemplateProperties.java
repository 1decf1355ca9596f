package dev.plaza.notify.template;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param defaultLocale whose content is taken when nothing nearer is offered
/// @param textMax characters of one text of a template
/// @param localesMax locales of one template
/// @param variablesMax variables of one template
@ConfigurationProperties("notify.templates")
public record TemplateProperties(
    @DefaultValue("en") String defaultLocale,
    @DefaultValue("65536") int textMax,
    @DefaultValue("50") int localesMax,
    @DefaultValue("100") int variablesMax) {}
