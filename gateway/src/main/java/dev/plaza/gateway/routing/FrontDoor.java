package dev.plaza.gateway.routing;

import dev.plaza.gateway.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/// First to see a request: gives it an id, and turns away paths that a part behind might read
/// differently than the route table does (`/restaurants/../actuator`, encoded slashes).
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class FrontDoor implements WebFilter {

  static final String REQUEST_ID = "X-Request-Id";

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    String given = exchange.getRequest().getHeaders().getFirst(REQUEST_ID);
    String id = given != null && ID.matcher(given).matches() ? given : UUID.randomUUID().toString();
    HttpHeaders answer = exchange.getResponse().getHeaders();
    exchange
        .getResponse()
        .beforeCommit(
            () -> {
              answer.set(REQUEST_ID, id);
              answer.remove(HttpHeaders.SERVER);
              answer.remove("X-Powered-By");
              return Mono.empty();
            });
    if (isAmbiguous(exchange.getRequest().getPath().value())) {
      return Mono.error(new Problem(Problem.Code.MALFORMED, "The path is not in normal form."));
    }
    var request = exchange.getRequest().mutate().headers(it -> it.set(REQUEST_ID, id)).build();
    return chain.filter(exchange.mutate().request(request).build());
  }

  /// Parts decode once more than the route table does, and some refuse what they then find with a
  /// page of their own: so nothing that means something in a path may come encoded.
  static boolean isAmbiguous(String raw) {
    if (raw.contains("//") || raw.indexOf(';') >= 0 || raw.indexOf('\\') >= 0) {
      return true;
    }
    if (raw.indexOf('%') >= 0) {
      String decoded = decoded(raw);
      if (decoded == null
          || decoded.chars().anyMatch(FrontDoor::isTrouble)
          || decoded.chars().filter(it -> it == '/').count()
              != raw.chars().filter(it -> it == '/').count()) {
        return true;
      }
      raw = decoded;
    }
    for (String segment : raw.split("/", -1)) {
      if (segment.equals(".") || segment.equals("..")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTrouble(int c) {
    return c < ' ' || c == 0x7F || ";\\%\u2028\u2029".indexOf(c) >= 0;
  }

  /// Null if it is no UTF-8, or an escape is none.
  private static @Nullable String decoded(String raw) {
    var bytes = new ByteArrayOutputStream(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        int high = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
        int low = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
        if (high < 0 || low < 0) {
          return null;
        }
        bytes.write(high * 16 + low);
        i += 2;
      } else if (c > 0x7F) {
        return null;
      } else {
        bytes.write(c);
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException _) {
      return null;
    }
  }
}
