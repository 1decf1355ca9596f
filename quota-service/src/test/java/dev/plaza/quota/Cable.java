package dev.plaza.quota;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/// A TCP connection's way to a server, which can be cut and mended.
final class Cable implements AutoCloseable {

  private final String host;
  private final int target;
  private final ServerSocket entry;
  private final Wire back;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  /// How bytes get from one end to the other, until there are no more.
  interface Wire {
    void carry(InputStream from, OutputStream to) throws IOException;
  }

  Cable(String host, int target) {
    this(host, target, _ -> InputStream::transferTo);
  }

  /// @param back given the cable's port, how answers come back
  private Cable(String host, int target, IntFunction<Wire> back) {
    this.host = host;
    this.target = target;
    try {
      entry = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.back = back.apply(entry.getLocalPort());
    Thread.ofVirtual().start(this::accept);
  }

  /// To a broker that clients should not reach in any other way.
  static Cable toKafka(String host, int target) {
    return new Cable(host, target, port -> new KafkaNames(host, target, port));
  }

  int port() {
    return entry.getLocalPort();
  }

  void cut() {
    cut = true;
    sockets.forEach(Cable::close);
  }

  void mend() {
    cut = false;
  }

  private void accept() {
    while (!entry.isClosed()) {
      try {
        Socket client = entry.accept();
        if (cut) {
          close(client);
        } else {
          connect(client);
        }
      } catch (IOException _) {
        // Closed, or the server is not there: the client sees a closed connection.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    sockets.add(client);
    var server = new Socket(host, target);
    sockets.add(server);
    Thread.ofVirtual().start(() -> copy(client, server, InputStream::transferTo));
    Thread.ofVirtual().start(() -> copy(server, client, back));
  }

  private void copy(Socket from, Socket to, Wire wire) {
    try {
      wire.carry(from.getInputStream(), to.getOutputStream());
    } catch (IOException _) {
      // Cut.
    } finally {
      close(from);
      close(to);
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    cut();
    try {
      entry.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
