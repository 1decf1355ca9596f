package dev.plaza.notify.provider.smtp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// An SMTP server that answers each verb as it is told: a reply, `CLOSE` or `SILENCE`.
final class ScriptedSmtp implements AutoCloseable {

  static final String CLOSE = "CLOSE";
  static final String SILENCE = "SILENCE";

  private final ServerSocket socket;
  private final Map<String, String> replies;
  final AtomicInteger connections = new AtomicInteger();
  final AtomicInteger messages = new AtomicInteger();
  final List<String> lines = new CopyOnWriteArrayList<>();

  /// @param replies by verb (`MAIL`, `RCPT`, `DATA`), by `.` for the end of the data, and by
  ///     `HELLO` for the greeting
  ScriptedSmtp(Map<String, String> replies) throws IOException {
    this.replies = replies;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        var client = socket.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> converse(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket client) {
    try (client;
        var in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
      if (!say(client, "HELLO", "220 scripted")) {
        return;
      }
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
        var verb = line.split("[ :]", 2)[0].toUpperCase(java.util.Locale.ROOT);
        if (!say(client, verb, verb.equals("DATA") ? "354 go on" : "250 2.0.0 ok")) {
          return;
        }
        if (verb.equals("DATA") && replies.getOrDefault("DATA", "354").startsWith("354")) {
          for (var text = in.readLine(); text != null && !text.equals("."); text = in.readLine()) {
            lines.add(text);
          }
          messages.incrementAndGet();
          if (!say(client, ".", "250 2.0.0 taken")) {
            return;
          }
        }
      }
    } catch (IOException e) {
      lines.add("broken: " + e.getMessage());
    }
  }

  private boolean say(Socket client, String when, String usually) throws IOException {
    var reply = replies.getOrDefault(when, usually);
    switch (reply) {
      case CLOSE -> {
        return false;
      }
      case SILENCE -> {
        return client.getInputStream().read() >= 0;
      }
      default -> {
        client.getOutputStream().write((reply + "\r\n").getBytes(StandardCharsets.UTF_8));
        return !reply.startsWith("421");
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
