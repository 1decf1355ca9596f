package dev.plaza.platform.security;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/// Gives controllers their [Caller] parameter.
public final class CallerResolver implements HandlerMethodArgumentResolver {

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == Caller.class;
  }

  @Override
  public @Nullable Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
    if (authentication instanceof JwtAuthenticationToken token) {
      return callerOf(token.getToken());
    }
    throw new IllegalStateException("no token on " + request.getDescription(false));
  }

  /// The caller a verified token speaks for; also for tokens that came another way than by header.
  public static Caller callerOf(Jwt jwt) {
    String subject = jwt.getSubject();
    if (subject == null) {
      throw new IllegalArgumentException("a token without subject got past its validation");
    }
    return new Caller(
        subject,
        roles(jwt.getClaimAsStringList("roles")),
        jwt.getClaimAsString("restaurant_id"),
        locale(jwt.getClaimAsString("locale")),
        zone(jwt.getClaimAsString("zoneinfo")));
  }

  private static Set<Role> roles(@Nullable List<String> names) {
    var roles = EnumSet.noneOf(Role.class);
    if (names != null) {
      for (Role role : Role.values()) {
        if (names.contains(role.name().toLowerCase(Locale.ROOT))) {
          roles.add(role);
        }
      }
    }
    return roles;
  }

  private static Locale locale(@Nullable String tag) {
    return tag == null ? Locale.ENGLISH : Locale.forLanguageTag(tag);
  }

  private static ZoneId zone(@Nullable String id) {
    try {
      return id == null ? ZoneOffset.UTC : ZoneId.of(id);
    } catch (DateTimeException _) {
      return ZoneOffset.UTC;
    }
  }
}
