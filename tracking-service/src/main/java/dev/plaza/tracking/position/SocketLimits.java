package dev.plaza.tracking.position;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.socket.server.standard.ServletServerContainerFactoryBean;

/// Limits of all WebSockets of this service.
@Configuration(proxyBeanMethods = false)
class SocketLimits {

  /// A full batch of positions with every field has about 100 KB; the server's default is 8 KB.
  static final int MESSAGE_CHARS_MAX = 256 * 1024;

  /// Couriers send every few seconds and watchers answer pings: silence means gone.
  private static final Duration IDLE_MAX = Duration.ofMinutes(2);

  @Bean
  ServletServerContainerFactoryBean webSocketContainer() {
    var container = new ServletServerContainerFactoryBean();
    container.setMaxTextMessageBufferSize(MESSAGE_CHARS_MAX);
    container.setMaxBinaryMessageBufferSize(8 * 1024);
    container.setMaxSessionIdleTimeout(IDLE_MAX.toMillis());
    return container;
  }
}
