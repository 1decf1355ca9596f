package dev.plaza.dev.psp;

import dev.plaza.dev.web.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Starts the payment provider: `--port 8090 --data .data/payment-provider/journal.jsonl
/// --webhook-url http://localhost:8080/webhooks/payment --webhook-secret whsec_sandbox`, or the
/// same as `PSP_PORT`, `PSP_DATA`, … in the environment.
public final class PaymentProviderMain {

  private PaymentProviderMain() {}

  /// What the command line and the environment ask for.
  static ProviderOptions options(String[] args, Map<String, String> environment) {
    var options =
        Options.parse(
            args,
            environment,
            "PSP",
            List.of("host", "port", "data", "webhook-url", "webhook-secret"));
    var url = options.text("webhook-url", "http://localhost:8080/webhooks/payment");
    return new ProviderOptions(
        options.text("host", "127.0.0.1"),
        options.whole("port", ProviderOptions.PORT),
        Path.of(options.text("data", ".data/payment-provider/journal.jsonl")),
        url.equals("none") ? null : url,
        options.text("webhook-secret", ProviderOptions.SECRET));
  }

  public static void main(String[] args) throws InterruptedException {
    try {
      var options = options(args, System.getenv());
      var provider = PaymentProvider.start(options);
      Runtime.getRuntime().addShutdownHook(new Thread(provider::close));
      System.out.println("Payment provider on port " + provider.port());
      Thread.currentThread().join();
    } catch (Options.Unusable e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException e) {
      System.err.println("The payment provider cannot start: " + e.getMessage());
      System.exit(1);
    }
  }
}
