package dev.plaza.journeys;

import dev.plaza.dev.client.EventReader.ServerEvent;
import dev.plaza.dev.client.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Reads a stream of events up to the one that tells of an end, or until nothing more comes.
final class StreamReader {

  private static final long QUIET_SECONDS = 5;

  private StreamReader() {}

  static List<ServerEvent> all(Session session, String path, String lastEventId, String last)
      throws Exception {
    var seen = new ArrayList<ServerEvent>();
    var done = new CompletableFuture<Void>();
    var reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    session.events(
                        path,
                        lastEventId,
                        event -> {
                          synchronized (seen) {
                            seen.add(event);
                          }
                          return !event.data().contains(last);
                        });
                    done.complete(null);
                  } catch (IOException e) {
                    done.completeExceptionally(e);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    try {
      done.get(QUIET_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      reader.interrupt();
    }
    synchronized (seen) {
      return List.copyOf(seen);
    }
  }
}
