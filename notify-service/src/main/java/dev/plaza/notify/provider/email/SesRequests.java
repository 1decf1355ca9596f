package dev.plaza.notify.provider.email;

import dev.plaza.notify.provider.http.Requests;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import tools.jackson.databind.json.JsonMapper;

/// Requests to SES with Amazon's signature, version 4.
final class SesRequests {

  private static final String SERVICE = "ses";
  private static final String PATH = "/v2/email/outbound-emails";
  private static final JsonMapper JSON = JsonMapper.shared();

  /// The JDK's client sets these itself, and to the same values as were signed.
  private static final Set<String> SET_BY_CLIENT = Set.of("host", "content-length");

  private final SesSettings settings;
  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private final Clock clock;

  SesRequests(SesSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  HttpRequest send(Map<String, Object> body) {
    var bytes = JSON.writeValueAsBytes(body);
    var uri = Requests.under(settings.endpoint(), PATH);
    var unsigned =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(uri)
            .putHeader("Content-Type", "application/json")
            .build();
    var signed =
        signer.sign(
            it ->
                it.identity(credentials())
                    .request(unsigned)
                    .payload(() -> new ByteArrayInputStream(bytes))
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, SERVICE)
                    .putProperty(AwsV4HttpSigner.REGION_NAME, settings.region())
                    .putProperty(HttpSigner.SIGNING_CLOCK, clock));
    var request = Requests.to(uri).POST(BodyPublishers.ofByteArray(bytes));
    signed
        .request()
        .forEachHeader(
            (name, values) -> {
              if (!SET_BY_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  private AwsCredentialsIdentity credentials() {
    var secret = settings.secretAccessKey().reveal();
    var token = settings.sessionToken();
    return token.isEmpty()
        ? AwsCredentialsIdentity.create(settings.accessKeyId(), secret)
        : AwsSessionCredentialsIdentity.create(settings.accessKeyId(), secret, token.reveal());
  }
}
