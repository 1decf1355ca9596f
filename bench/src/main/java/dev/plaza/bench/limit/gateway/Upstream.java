package dev.plaza.bench.limit.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A part that answers every request at once and always the same, so that what is measured is the
/// gateway. A thread for each connection, of which there are few.
final class Upstream implements AutoCloseable {

  private static final byte[] ANSWER =
      """
      HTTP/1.1 200 OK\r
      Content-Type: application/json\r
      Content-Length: 26\r
      \r
      {"items":[],"next":"none"}\
      """
          .getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket server;

  Upstream() throws IOException {
    server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("upstream").start(this::accept);
  }

  String url() {
    return "http://localhost:" + server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        Thread.ofPlatform().daemon().start(() -> answer(socket));
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private static void answer(Socket socket) {
    try (socket) {
      var in = socket.getInputStream();
      var out = socket.getOutputStream();
      while (skipHead(in)) {
        out.write(ANSWER);
      }
    } catch (IOException _) {
      // The gateway gave the connection up.
    }
  }

  /// Reads up to the empty line; false at the end. Requests here have no bodies.
  private static boolean skipHead(InputStream in) throws IOException {
    byte[] buffer = new byte[8192];
    int ended = 0;
    while (ended < 4) {
      int count = in.read(buffer);
      if (count < 0) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        boolean expected = buffer[i] == (ended % 2 == 0 ? '\r' : '\n');
        ended = expected ? ended + 1 : buffer[i] == '\r' ? 1 : 0;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
