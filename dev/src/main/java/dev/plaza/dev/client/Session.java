package dev.plaza.dev.client;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One caller of the platform.
public final class Session {

  private final PlazaClient client;
  private final @Nullable Subject subject;

  Session(PlazaClient client, @Nullable Subject subject) {
    this.client = client;
    this.subject = subject;
  }

  public @Nullable Subject subject() {
    return subject;
  }

  public Response get(String path) throws IOException, InterruptedException {
    return call("GET", path, null, Map.of());
  }

  public Response post(String path, @Nullable Object body)
      throws IOException, InterruptedException {
    return call("POST", path, body, Map.of());
  }

  /// A POST that may be repeated: the same key is the same wish.
  public Response post(String path, @Nullable Object body, String idempotencyKey)
      throws IOException, InterruptedException {
    return call("POST", path, body, Map.of("Idempotency-Key", idempotencyKey));
  }

  public Response put(String path, Object body) throws IOException, InterruptedException {
    return call("PUT", path, body, Map.of());
  }

  public Response call(
      String method, String path, @Nullable Object body, Map<String, String> headers)
      throws IOException, InterruptedException {
    return client.call(subject, method, path, body, headers);
  }

  /// Reads a stream of events until it ends or `reader` has enough.
  ///
  /// @param lastEventId where to resume, or null
  /// @return the status when the stream was refused, 200 when it ended
  public int events(String path, @Nullable String lastEventId, EventReader reader)
      throws IOException, InterruptedException {
    if (subject == null) {
      throw new IllegalStateException("a stream needs a subject");
    }
    var headers =
        lastEventId == null ? Map.<String, String>of() : Map.of("Last-Event-ID", lastEventId);
    var response = client.lines(subject, path, headers);
    try (Stream<String> lines = response.body()) {
      if (response.statusCode() != 200) {
        return response.statusCode();
      }
      var parser = new EventReader.Parser(reader);
      var each = lines.iterator();
      while (each.hasNext() && parser.line(each.next())) {
        // The parser hands every whole event to the reader.
      }
      return 200;
    } catch (java.io.UncheckedIOException e) {
      throw e.getCause();
    }
  }

  public static String newKey() {
    return UUID.randomUUID().toString();
  }
}
