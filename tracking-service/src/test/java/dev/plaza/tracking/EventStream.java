package dev.plaza.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A reader of Server-Sent Events.
public final class EventStream implements AutoCloseable {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final AtomicInteger comments = new AtomicInteger();
  private final HttpResponse<Stream<String>> response;
  private final Thread reader;
  private volatile boolean ended;

  public record Event(String id, String name, JsonNode data) {}

  private EventStream(HttpResponse<Stream<String>> response) {
    this.response = response;
    this.reader = Thread.ofVirtual().start(this::read);
  }

  public static EventStream open(
      HttpClient http, HttpRequest.Builder request, @Nullable String lastEventId) {
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId);
    }
    try {
      var response = http.send(request.GET().build(), HttpResponse.BodyHandlers.ofLines());
      assertThat(response.statusCode()).isEqualTo(200);
      return new EventStream(response);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    String id = "";
    String name = "";
    var data = new StringBuilder();
    try (Stream<String> lines = response.body()) {
      var it = lines.iterator();
      while (it.hasNext()) {
        String line = it.next();
        if (line.startsWith(":")) {
          comments.incrementAndGet();
        } else if (line.startsWith("id:")) {
          id = line.substring(3).strip();
        } else if (line.startsWith("event:")) {
          name = line.substring(6).strip();
        } else if (line.startsWith("data:")) {
          data.append(line.substring(5));
        } else if (line.isEmpty() && !data.isEmpty()) {
          events.add(new Event(id, name, JSON.readTree(data.toString())));
          data.setLength(0);
        }
      }
    } catch (java.io.UncheckedIOException _) {
      // closed by the test
    }
    ended = true;
  }

  /// The next event, which must come in time.
  public Event next() {
    try {
      Event event = events.poll(20, TimeUnit.SECONDS);
      assertThat(event).as("an event in time").isNotNull();
      return event;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public List<Event> next(int count) {
    var list = new ArrayList<Event>();
    for (int i = 0; i < count; i++) {
      list.add(next());
    }
    return list;
  }

  /// Whether nothing comes for a while.
  public boolean isQuiet(Duration duration) {
    try {
      return events.poll(duration.toMillis(), TimeUnit.MILLISECONDS) == null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// What has come and was not asked for yet.
  public List<Event> rest() {
    var rest = new ArrayList<Event>();
    events.drainTo(rest);
    return rest;
  }

  public int comments() {
    return comments.get();
  }

  public boolean hasEnded() {
    return ended;
  }

  @Override
  public void close() {
    response.body().close();
    reader.interrupt();
  }
}
