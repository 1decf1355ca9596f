package dev.plaza.dev.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Asks a part on this machine whether it is ready. Plain sockets: a hundred of these questions in
/// a start must cost nothing.
final class Probe {
  private static final int CONNECT_MS = 300;
  private static final int ANSWER_MS = 2_000;

  private Probe() {}

  /// The status that `GET path` is answered with; 0: no answer.
  static int status(int port, String path) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MS);
      socket.setSoTimeout(ANSWER_MS);
      var question =
          "GET " + path + " HTTP/1.1\r\nHost: localhost:" + port + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
      var answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      var line = answer.readLine();
      return line != null && line.matches("HTTP/1\\.\\d \\d{3}.*")
          ? Integer.parseInt(line.substring(9, 12))
          : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
