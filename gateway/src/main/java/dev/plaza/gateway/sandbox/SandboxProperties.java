package dev.plaza.gateway.sandbox;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// @param keyFile where the signing key is kept, so that tokens outlive a restart
@ConfigurationProperties("plaza.sandbox")
record SandboxProperties(@DefaultValue(".data/sandbox/key.pem") Path keyFile) {}
