package dev.plaza.tracking.track;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.stream.LiveSource;
import dev.plaza.tracking.position.SocketToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import tools.jackson.databind.json.JsonMapper;

/// One open track socket: one virtual thread that reads the source from its own position, writes,
/// and waits to be woken. A slow watcher holds up nobody else.
final class Watch {

  private static final Log LOG = LogFactory.getLog(Watch.class);
  private static final int BATCH_MAX = 100;
  private static final long POLL_MS = 1_000;
  private static final long PING_AFTER_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final WebSocketSession session;
  private final LiveSource source;
  private final JsonMapper json;
  private final BooleanSupplier expired;
  private final Semaphore signal = new Semaphore(0);
  private volatile @Nullable CloseStatus end;
  private long written = System.nanoTime();

  Watch(WebSocketSession session, LiveSource source, JsonMapper json, BooleanSupplier expired) {
    this.session = session;
    this.source = source;
    this.json = json;
    this.expired = expired;
  }

  WebSocketSession session() {
    return session;
  }

  Semaphore signal() {
    return signal;
  }

  void end(CloseStatus status) {
    end = status;
    signal.release();
  }

  void run(@Nullable String lastEventId) {
    CloseStatus status = CloseStatus.NORMAL;
    try {
      long position = begin(lastEventId);
      while (end == null) {
        if (expired.getAsBoolean()) {
          end = SocketToken.EXPIRED;
          break;
        }
        position = forward(position);
        if (source.ended(position)) {
          break;
        }
        await();
      }
      status = end == null ? CloseStatus.NORMAL : end;
    } catch (IOException | IllegalStateException e) {
      LOG.debug("the watcher is gone", e);
    } catch (ProblemException _) {
      status = CloseStatus.POLICY_VIOLATION;
    } catch (DataAccessException e) {
      LOG.warn("a socket ends, the watcher will come back: " + e.getMessage());
      status = CloseStatus.SERVICE_RESTARTED;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    close(status);
  }

  private void close(@Nullable CloseStatus status) {
    try {
      session.close(status == null ? CloseStatus.NORMAL : status);
    } catch (IOException | IllegalStateException e) {
      LOG.debug("the watcher is gone", e);
    }
  }

  private long begin(@Nullable String lastEventId) throws IOException {
    Long position = source.position(lastEventId);
    if (position != null) {
      return position;
    }
    LiveSource.Snapshot snapshot = source.snapshot();
    send(snapshot.position(), "resync", snapshot.data());
    return snapshot.position();
  }

  private long forward(long from) throws IOException {
    long position = from;
    List<LiveSource.Event> batch;
    do {
      batch = source.after(position, BATCH_MAX);
      for (LiveSource.Event it : batch) {
        send(it.position(), it.name(), it.data());
        position = it.position();
      }
    } while (batch.size() == BATCH_MAX && end == null);
    return position;
  }

  private void await() throws InterruptedException, IOException {
    if (signal.tryAcquire(POLL_MS, TimeUnit.MILLISECONDS)) {
      signal.drainPermits();
    }
    if (System.nanoTime() - written > PING_AFTER_NANOS && end == null) {
      session.sendMessage(new PingMessage());
      written = System.nanoTime();
    }
  }

  private void send(long id, String event, Object data) throws IOException {
    var message = new LinkedHashMap<String, Object>();
    // A string, as the id of a Server-Sent Event is.
    message.put("id", String.valueOf(id));
    message.put("event", event);
    message.put("data", data);
    session.sendMessage(new TextMessage(json.writeValueAsBytes(message)));
    written = System.nanoTime();
  }
}
