package dev.plaza.infra;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Asks whether a container engine answers, without starting any container library: a machine with
/// only the client installed has none, and must not pay seconds and stack traces to learn it.
final class DockerEngine {
  private static final long PATIENCE_MS = 700;
  private static final String PING = "GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n";

  private DockerEngine() {}

  static boolean answers(Map<String, String> environment, Path home) {
    return address(environment.get("DOCKER_HOST"), home)
        .map(address -> CompletableFuture.supplyAsync(() -> pings(address)))
        .map(answer -> answer.completeOnTimeout(false, PATIENCE_MS, TimeUnit.MILLISECONDS).join())
        .orElse(false);
  }

  private static Optional<SocketAddress> address(@Nullable String host, Path home) {
    if (host == null || host.isBlank()) {
      return Stream.of(Path.of("/var/run/docker.sock"), home.resolve(".docker/run/docker.sock"))
          .filter(Files::exists)
          .<SocketAddress>map(UnixDomainSocketAddress::of)
          .findFirst();
    }
    try {
      var uri = URI.create(host);
      return switch (uri.getScheme()) {
        case "unix" -> Optional.of(UnixDomainSocketAddress.of(uri.getPath()));
        case "tcp", "http" -> Optional.of(new InetSocketAddress(uri.getHost(), uri.getPort()));
        case null, default -> Optional.empty();
      };
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean pings(SocketAddress address) {
    try (var channel =
        address instanceof UnixDomainSocketAddress
            ? SocketChannel.open(StandardProtocolFamily.UNIX)
            : SocketChannel.open()) {
      channel.connect(address);
      channel.write(StandardCharsets.US_ASCII.encode(PING));
      var answer = ByteBuffer.allocate(64);
      channel.read(answer);
      return StandardCharsets.US_ASCII.decode(answer.flip()).toString().contains(" 200 ");
    } catch (IOException e) {
      return false;
    }
  }
}
