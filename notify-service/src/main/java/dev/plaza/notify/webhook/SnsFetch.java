package dev.plaza.notify.webhook;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Fetches one of Amazon's addresses: no redirects, little time, little data.
@FunctionalInterface
interface SnsFetch {

  int BODY_MAX = 64 * 1024;
  Duration TIMEOUT = Duration.ofSeconds(5);

  byte[] fetch(URI uri) throws IOException;

  static SnsFetch overHttp() {
    Supplier<HttpClient> client =
        Once.of(
            () ->
                HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(TIMEOUT)
                    .build());
    return uri -> get(client.get(), uri);
  }

  private static byte[] get(HttpClient client, URI uri) throws IOException {
    var request = HttpRequest.newBuilder(uri).GET().build();
    var call =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_MAX));
    try {
      var response = call.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("answered " + response.statusCode());
      }
      return response.body();
    } catch (TimeoutException | ExecutionException e) {
      call.cancel(true);
      throw new IOException("no answer", e);
    } catch (InterruptedException e) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
