package dev.plaza.journeys;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/// Collects what the services tell of their traces (OTLP over HTTP), as `<service> <span>` by
/// trace.
///
/// Of the messages it reads only what it needs: each is one `ResourceSpans` with its service's
/// name; a span begins with its trace's id and has its name a few fields later.
final class Spans {

  private static final byte[] SERVICE = "service.name".getBytes(StandardCharsets.UTF_8);
  private static final int TRACE_ID = 0x0a;
  private static final int TRACE_ID_BYTES = 16;
  private static final int SPAN_ID = 0x12;
  private static final int SPAN_ID_BYTES = 8;
  private static final int NAME = 0x2a;
  private static final Set<Integer> BETWEEN = Set.of(0x1a, 0x22);

  private final HttpServer server;
  private final Map<String, Set<String>> traces = new ConcurrentHashMap<>();

  Spans() {
    try {
      server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::take);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
  }

  Set<String> of(String trace) {
    return traces.getOrDefault(trace, Set.of());
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      read(ByteBuffer.wrap(exchange.getRequestBody().readAllBytes()));
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private void read(ByteBuffer message) {
    String service = service(message);
    for (int at = 0; at + TRACE_ID_BYTES + SPAN_ID_BYTES + 4 < message.limit(); at++) {
      int next = at + 2 + TRACE_ID_BYTES;
      if (message.get(at) == TRACE_ID
          && message.get(at + 1) == TRACE_ID_BYTES
          && message.get(next) == SPAN_ID
          && message.get(next + 1) == SPAN_ID_BYTES) {
        var id = new byte[TRACE_ID_BYTES];
        message.get(at + 2, id);
        traces
            .computeIfAbsent(HexFormat.of().formatHex(id), _ -> ConcurrentHashMap.newKeySet())
            .add(service + " " + name(message, next + 2 + SPAN_ID_BYTES));
      }
    }
  }

  private static String name(ByteBuffer message, int at) {
    int tag = message.get(at);
    if (BETWEEN.contains(tag)) {
      return name(message, at + 2 + message.get(at + 1));
    }
    return tag == NAME ? text(message, at + 2, message.get(at + 1)) : "";
  }

  /// The attribute's value is a message of one string.
  private static String service(ByteBuffer message) {
    for (int at = 0; at + SERVICE.length + 4 < message.limit(); at++) {
      if (message.slice(at, SERVICE.length).equals(ByteBuffer.wrap(SERVICE))) {
        int value = at + SERVICE.length;
        return text(message, value + 4, message.get(value + 3));
      }
    }
    return "";
  }

  private static String text(ByteBuffer message, int at, int length) {
    var bytes = new byte[Math.clamp(length, 0, message.limit() - at)];
    message.get(at, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
