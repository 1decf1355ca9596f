package dev.plaza.quota;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A TCP connection's way to a server, which can be cut and mended.
final class Cable implements AutoCloseable {

  private final String host;
  private final int target;
  private final ServerSocket entry;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  Cable(String host, int target) {
    this.host = host;
    this.target = target;
    try {
      entry = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
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
    Thread.ofVirtual().start(() -> copy(client, server));
    Thread.ofVirtual().start(() -> copy(server, client));
  }

  private void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
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
