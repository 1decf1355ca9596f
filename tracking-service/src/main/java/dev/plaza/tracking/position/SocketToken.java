package dev.plaza.tracking.position;

import java.security.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.web.socket.CloseStatus;

/// The token a WebSocket was opened with.
public final class SocketToken {

  /// What a socket is closed with when its token has run out.
  public static final CloseStatus EXPIRED = new CloseStatus(4003, "token expired");

  private SocketToken() {}

  public static @Nullable Jwt of(@Nullable Principal principal) {
    return principal instanceof JwtAuthenticationToken it ? it.getToken() : null;
  }

  public static boolean hasExpired(Jwt token, Instant now) {
    Instant expiry = token.getExpiresAt();
    return expiry != null && now.isAfter(expiry);
  }
}
