package dev.plaza.tracking.position;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.CallerResolver;
import dev.plaza.platform.security.Role;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.stereotype.Component;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketHandler;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;
import org.springframework.web.socket.handler.TextWebSocketHandler;
import org.springframework.web.socket.server.HandshakeInterceptor;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// `/ws/courier`: every message is a batch and gets one answer, in order. A batch that is wrong is
/// answered and the socket stays; one whose token has run out closes it with 4003.
@Component
class CourierSocket extends TextWebSocketHandler {

  private final Ingest ingest;
  private final JsonMapper json;
  private final Validator validator;
  private final Clock clock;

  /// Where the socket is, and who may open it.
  @Configuration(proxyBeanMethods = false)
  @EnableWebSocket
  static class Endpoint implements WebSocketConfigurer, HandshakeInterceptor {

    private final CourierSocket socket;

    Endpoint(CourierSocket socket) {
      this.socket = socket;
    }

    /// Any origin: a token is needed, and browsers never send one by themselves.
    @Override
    public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
      registry
          .addHandler(socket, "/ws/courier")
          .addInterceptors(this)
          .setAllowedOriginPatterns("*");
    }

    @Override
    public boolean beforeHandshake(
        ServerHttpRequest request,
        ServerHttpResponse response,
        WebSocketHandler handler,
        Map<String, Object> attributes) {
      Jwt token = SocketToken.of(request.getPrincipal());
      if (token == null || !CallerResolver.callerOf(token).is(Role.COURIER)) {
        response.setStatusCode(HttpStatus.FORBIDDEN);
        return false;
      }
      return true;
    }

    @Override
    public void afterHandshake(
        ServerHttpRequest request,
        ServerHttpResponse response,
        WebSocketHandler handler,
        @Nullable Exception e) {}
  }

  /// An answer to a message that could not be taken.
  private record Refused(
      String code, int status, String detail, List<ProblemException.FieldError> errors) {}

  CourierSocket(Ingest ingest, JsonMapper json, Validator validator, Clock clock) {
    this.ingest = ingest;
    this.json = json;
    this.validator = validator;
    this.clock = clock;
  }

  @Override
  protected void handleTextMessage(WebSocketSession session, TextMessage message)
      throws IOException {
    Jwt token = SocketToken.of(session.getPrincipal());
    if (token == null || SocketToken.hasExpired(token, clock.instant())) {
      session.close(SocketToken.EXPIRED);
      return;
    }
    String courierId = CallerResolver.callerOf(token).subject();
    Object answer = answer(courierId, message.getPayload());
    session.sendMessage(new TextMessage(json.writeValueAsBytes(answer)));
  }

  private Object answer(String courierId, String message) {
    try {
      return ingest.take(courierId, read(message).positions());
    } catch (ProblemException e) {
      return new Refused(
          e.code().code(), e.code().status(), String.valueOf(e.getMessage()), e.errors());
    }
  }

  private PingBatch read(String message) {
    PingBatch batch;
    try {
      batch = json.readValue(message, PingBatch.class);
    } catch (JacksonException _) {
      throw new ProblemException(CommonProblem.MALFORMED, "The message cannot be read.");
    }
    if (batch == null) {
      throw new ProblemException(CommonProblem.MALFORMED, "The message is empty.");
    }
    Set<ConstraintViolation<PingBatch>> wrong = validator.validate(batch);
    if (!wrong.isEmpty()) {
      var problem = new ProblemException(CommonProblem.INVALID, "A value breaks a rule.");
      wrong.forEach(it -> problem.at("/" + it.getPropertyPath(), it.getMessage()));
      throw problem;
    }
    return batch;
  }
}
