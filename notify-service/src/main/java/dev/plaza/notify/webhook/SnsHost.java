package dev.plaza.notify.webhook;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The only addresses that a call of SNS can make us fetch: Amazon's own, of the topic's region,
/// over https. Whoever could choose the host could sign as Amazon, or look around in our network.
final class SnsHost {

  private static final Pattern HOST =
      Pattern.compile("sns\\.([a-z0-9-]+)\\.amazonaws\\.com(\\.cn)?");
  private static final Pattern CERTIFICATE =
      Pattern.compile("/SimpleNotificationService(-[A-Za-z0-9]+)?\\.pem");

  private SnsHost() {}

  static Optional<URI> certificate(String url, String region) {
    return amazon(url, region)
        .filter(it -> it.getRawQuery() == null)
        .filter(it -> CERTIFICATE.matcher(it.getRawPath()).matches());
  }

  /// The address that confirms the subscription of exactly that topic.
  static Optional<URI> subscription(String url, String region, String topic) {
    return amazon(url, region)
        .filter(it -> it.getRawPath().isEmpty() || it.getRawPath().equals("/"))
        .filter(
            it -> {
              var query = it.getRawQuery() == null ? "" : it.getRawQuery();
              var parameters = Call.parameters(query);
              return List.of("ConfirmSubscription").equals(parameters.get("Action"))
                  && List.of(topic).equals(parameters.get("TopicArn"));
            });
  }

  private static Optional<URI> amazon(String url, String region) {
    try {
      var uri = new URI(url);
      var host = uri.getHost();
      if (!"https".equals(uri.getScheme())
          || host == null
          || uri.getRawUserInfo() != null
          || uri.getRawFragment() != null
          || (uri.getPort() >= 0 && uri.getPort() != 443)) {
        return Optional.empty();
      }
      var match = HOST.matcher(host);
      return match.matches() && match.group(1).equals(region) ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }
}
