package dev.plaza.gateway.routing;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;

/// Encodes what RFC 3986 wants encoded and people type all the same, as in
/// `filters=cuisine:thai|ramen`: curl sends it raw, and strict parsing would answer an empty 400.
@Component
final class LenientTargets implements NettyServerCustomizer {

  private static final String NAME = "plaza.lenient-targets";
  private static final String UNSAFE = " \"<>\\^`{|}[]";
  private static final Encoder ENCODER = new Encoder();

  @Override
  public reactor.netty.http.server.HttpServer apply(reactor.netty.http.server.HttpServer server) {
    return server.doOnChannelInit(
        (_, channel, _) -> channel.pipeline().addAfter(NettyPipeline.HttpCodec, NAME, ENCODER));
  }

  /// Netty gives the raw bytes as Latin-1, so each char is a byte of the request line.
  static String encoded(String target) {
    StringBuilder text = null;
    for (int i = 0; i < target.length(); i++) {
      char c = target.charAt(i);
      boolean unsafe =
          c <= ' ' || c >= 0x7F || UNSAFE.indexOf(c) >= 0 || (c == '%' && !isEscape(target, i));
      if (unsafe && text == null) {
        text = new StringBuilder(target.length() + 16).append(target, 0, i);
      }
      if (text != null) {
        if (unsafe) {
          text.append("%%%02X".formatted(c & 0xFF));
        } else {
          text.append(c);
        }
      }
    }
    return text == null ? target : text.toString();
  }

  private static boolean isEscape(String target, int at) {
    return at + 2 < target.length()
        && Character.digit(target.charAt(at + 1), 16) >= 0
        && Character.digit(target.charAt(at + 2), 16) >= 0;
  }

  @Sharable
  private static final class Encoder extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest request) {
        request.setUri(encoded(request.uri()));
      }
      context.fireChannelRead(message);
    }
  }
}
