package dev.plaza.gateway.identity;

import java.security.interfaces.RSAPublicKey;

/// The key of an issuer inside this gateway: tokens are checked without asking it over HTTP.
public record LocalIssuerKey(RSAPublicKey key) {}
