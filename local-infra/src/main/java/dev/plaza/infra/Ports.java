package dev.plaza.infra;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;

/// Free TCP ports of the loopback interface.
public final class Ports {
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /// A port that nobody listens on now and that this JVM has not given away before.
  public static synchronized int free() {
    while (true) {
      try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (GIVEN.add(socket.getLocalPort())) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw new InfraException("This machine has no free TCP port left.", e);
      }
    }
  }

  /// The wanted port if nobody has it, else any free one.
  public static int freeOr(int wanted) {
    return isFree(wanted) ? wanted : free();
  }

  /// Whether a server could listen there, on every interface.
  public static boolean isFree(int port) {
    if (answers(port)) {
      return false;
    }
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /// Whether somebody accepts connections there.
  public static boolean answers(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 300);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
