package dev.plaza.dev.launcher;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.slf4j.LoggerFactory;

/// Plays a part of the stack: listens on `--port=`, answers 200 to everything, and fails to start
/// when told `--fail=`.
public final class StandIn {

  private StandIn() {}

  public static void main(String[] args) throws IOException {
    LoggerFactory.getLogger(StandIn.class).info("stand-in with {}", List.of(args));
    if (value(args, "fail") != null) {
      throw new IllegalStateException("the cellar is flooded");
    }
    var port = Integer.parseInt(value(args, "port"));
    var server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  private static String value(String[] args, String name) {
    for (var arg : args) {
      if (arg.startsWith("--" + name + "=")) {
        return arg.substring(name.length() + 3);
      }
    }
    return null;
  }
}
