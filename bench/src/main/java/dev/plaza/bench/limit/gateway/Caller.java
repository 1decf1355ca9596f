package dev.plaza.bench.limit.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// One connection that sends the same request again and again. As little of its own as possible:
/// microseconds are to be seen.
final class Caller implements AutoCloseable {

  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final InputStream in;
  private final byte[] request;

  /// @param measured whether the probes in the gateway are to take its times
  Caller(int port, String token, boolean measured) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    request =
        """
        GET /restaurants?geo=48.2,16.4 HTTP/1.1\r
        Host: localhost:%d\r
        Authorization: Bearer %s\r
        Accept: application/json\r
        %s\r
        """
            .formatted(port, token, measured ? FilterTimes.MEASURED + ": yes\r\n" : "")
            .getBytes(StandardCharsets.US_ASCII);
  }

  /// Sends it; answers the status when all of the answer is there.
  int call() throws IOException {
    socket.getOutputStream().write(request);
    int status = Integer.parseInt(line().substring(9, 12));
    long length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Long.parseLong(line.substring(LENGTH.length()).strip());
      }
    }
    in.skipNBytes(length);
    return status;
  }

  private String line() throws IOException {
    var line = new StringBuilder(80);
    for (int read = in.read(); read != '\n'; read = in.read()) {
      if (read < 0) {
        throw new IOException("the gateway closed the connection");
      }
      if (read != '\r') {
        line.append((char) read);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
