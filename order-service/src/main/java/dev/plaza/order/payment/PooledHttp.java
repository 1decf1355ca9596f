package dev.plaza.order.payment;

import com.stripe.exception.ApiConnectionException;
import com.stripe.exception.StripeException;
import com.stripe.net.HttpHeaders;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// The library's calls over the JDK's client: its own one keeps five connections, and sends a POST
/// again by itself when a kept connection turns out to be closed.
final class PooledHttp extends com.stripe.net.HttpClient {

  private final HttpClient http;
  private final Duration readTimeout;

  PooledHttp(PaymentProperties properties) {
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(properties.connectTimeout())
            .build();
    this.readTimeout = properties.readTimeout();
  }

  @Override
  public StripeResponse request(StripeRequest request) throws StripeException {
    try {
      var response = http.send(translate(request), HttpResponse.BodyHandlers.ofString());
      return new StripeResponse(
          response.statusCode(), HttpHeaders.of(response.headers().map()), response.body());
    } catch (IOException e) {
      throw new ApiConnectionException("no answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiConnectionException("interrupted", e);
    }
  }

  private HttpRequest translate(StripeRequest request) {
    var content = request.content();
    var body =
        content == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofByteArray(content.byteArrayContent());
    var builder =
        HttpRequest.newBuilder(URI.create(request.url().toString()))
            .timeout(readTimeout)
            .method(request.method().name(), body)
            .setHeader("User-Agent", buildUserAgentString(request));
    request
        .headers()
        .map()
        .forEach((name, values) -> values.forEach(value -> builder.setHeader(name, value)));
    if (content != null) {
      builder.setHeader("Content-Type", content.contentType());
    }
    return builder.build();
  }
}
