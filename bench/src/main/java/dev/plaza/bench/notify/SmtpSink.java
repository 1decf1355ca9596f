package dev.plaza.bench.notify;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/// An SMTP server that takes everything, counts, and remembers when an address was written to.
final class SmtpSink implements AutoCloseable {

  private static final byte[] END = {'\r', '\n', '.', '\r', '\n'};

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final ServerSocket server;
  private final AtomicLong messages = new AtomicLong();
  private final Map<String, Long> urgent = new ConcurrentHashMap<>();

  SmtpSink() throws IOException {
    server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("smtp-sink").start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  long messages() {
    return messages.get();
  }

  void await(long messages) throws InterruptedException {
    long began = System.nanoTime();
    while (this.messages.get() < messages) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IllegalStateException(this.messages + " of " + messages + " messages came");
      }
      Thread.sleep(5);
    }
  }

  /// When this address got its message, `System.nanoTime`; null before.
  @Nullable Long at(String address) {
    return urgent.get(address);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException _) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        var in = new BufferedInputStream(socket.getInputStream(), 16_384);
        var out = new BufferedOutputStream(socket.getOutputStream())) {
      socket.setTcpNoDelay(true);
      say(out, "220 sink");
      String to = "";
      for (String line = line(in); line != null; line = line(in)) {
        String verb =
            line.length() < 4 ? line : line.substring(0, 4).toUpperCase(java.util.Locale.ROOT);
        switch (verb) {
          case "EHLO" -> say(out, "250 sink");
          case "RCPT" -> {
            to = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
            say(out, "250 ok");
          }
          case "DATA" -> {
            // Acknowledged at once: the sender's last small segment waits for it (Nagle).
            socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            say(out, "354 go on");
            readData(in);
            messages.incrementAndGet();
            if (to.startsWith("urgent-")) {
              urgent.put(to, System.nanoTime());
            }
            say(out, "250 2.0.0 taken");
          }
          case "QUIT" -> {
            say(out, "221 bye");
            return;
          }
          default -> say(out, "250 ok");
        }
      }
    } catch (IOException _) {
      // the client has gone
    }
  }

  private static void readData(InputStream in) throws IOException {
    int matched = 2;
    for (int b = in.read(); b >= 0; b = in.read()) {
      matched = b == END[matched] ? matched + 1 : b == '\r' ? 1 : 0;
      if (matched == END.length) {
        return;
      }
    }
    throw new IOException("the message broke off");
  }

  private static @Nullable String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        return line.toString();
      }
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return null;
  }

  private static void say(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
