package dev.plaza.notify.provider.http;

import dev.plaza.notify.provider.Outcome;
import dev.plaza.notify.provider.Outcome.Scope;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends requests over kept connections and tells three ends apart: an answer, certainly not sent
/// (no connection came about), and no answer to what may have been sent.
///
/// Requests must be POST: the JDK's client repeats a GET by itself when a kept connection breaks.
/// Redirects are not followed. Nothing of a request is logged.
public final class HttpCalls implements AutoCloseable {

  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
  static final int BODY_MAX = 256 * 1024;

  private static final Logger log = LoggerFactory.getLogger(HttpCalls.class);

  private final ReentrantLock lock = new ReentrantLock();
  private final Clock clock;
  private final @Nullable SSLContext trust;
  private @Nullable HttpClient client;

  public HttpCalls(Clock clock) {
    this(clock, null);
  }

  /// @param trust who is believed to be who; null: whom the JDK believes
  public HttpCalls(Clock clock, @Nullable SSLContext trust) {
    this.clock = clock;
    this.trust = trust;
  }

  /// @param timeout from now to the last byte of the answer
  /// @param read what an answer means
  public Outcome send(HttpRequest request, Duration timeout, Function<Answer, Outcome> read) {
    var call =
        client().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_MAX));
    try {
      var response = call.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return read.apply(new Answer(response.statusCode(), response.headers(), response.body()));
    } catch (TimeoutException _) {
      call.cancel(true);
      return new Outcome.Unknown("no answer within " + timeout);
    } catch (InterruptedException _) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      return new Outcome.Unknown("interrupted while waiting for the answer");
    } catch (ExecutionException e) {
      return failed(e.getCause() == null ? e : e.getCause());
    }
  }

  private static Outcome failed(Throwable cause) {
    log.debug("A call to a provider broke: {}", cause.getClass().getName());
    return neverConnected(cause)
        ? new Outcome.Transient("connect", "no connection to the provider", null, Scope.PROVIDER)
        : new Outcome.Unknown("the connection broke before the answer was complete");
  }

  private static boolean neverConnected(Throwable cause) {
    for (Throwable it = cause; it != null; it = it.getCause()) {
      if (it instanceof ConnectException
          || it instanceof HttpConnectTimeoutException
          || it instanceof UnresolvedAddressException
          || it instanceof SSLHandshakeException) {
        return true;
      }
    }
    return false;
  }

  /// What a failing status means where the provider's own words say nothing better.
  ///
  /// A gateway's 502 and 504 leave open what happened behind it.
  public Outcome failure(Answer answer, String code, String detail) {
    return switch (answer.status()) {
      case 408, 425, 429, 500, 503 ->
          new Outcome.Transient(code, detail, RetryAfter.of(answer, clock), Scope.PROVIDER);
      case 502, 504 -> new Outcome.Unknown(code);
      case 400, 413, 422 -> new Outcome.Permanent(code, detail, Scope.MESSAGE, false);
      default ->
          answer.status() >= 500
              ? new Outcome.Transient(code, detail, RetryAfter.of(answer, clock), Scope.PROVIDER)
              : new Outcome.Permanent(code, detail, Scope.PROVIDER, false);
    };
  }

  /// Fetches something that is no message, such as an access token.
  public Answer fetch(HttpRequest request, Duration timeout) throws IOException {
    var call =
        client().sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_MAX));
    try {
      var response = call.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (TimeoutException e) {
      call.cancel(true);
      throw new IOException("no answer within " + timeout, e);
    } catch (InterruptedException e) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException("the call broke", e);
    }
  }

  private HttpClient client() {
    lock.lock();
    try {
      var made = client;
      if (made == null) {
        var builder =
            HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER);
        made = (trust == null ? builder : builder.sslContext(trust)).build();
        client = made;
      }
      return made;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (client != null) {
        client.shutdownNow();
      }
    } finally {
      lock.unlock();
    }
  }
}
