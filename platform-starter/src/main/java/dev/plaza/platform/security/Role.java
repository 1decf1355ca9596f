package dev.plaza.platform.security;

/// What a caller may be; a token may hold several.
public enum Role {
  CUSTOMER,
  RESTAURANT,
  COURIER,
  OPS,
  SERVICE
}
