package dev.plaza.dev.messages;

import dev.plaza.dev.web.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Starts the providers of messages: `--port 8092 --smtp-port 18025 --apns-port 18443 --data
/// .data/message-providers --webhook-url http://localhost:8080/webhooks --public-url
/// http://message-providers:8092`, or the same as `MESSAGES_PORT`, … in the environment.
public final class MessageProvidersMain {

  private MessageProvidersMain() {}

  static MessageProviders.Settings settings(String[] args, Map<String, String> environment) {
    var options =
        Options.parse(
            args,
            environment,
            "MESSAGES",
            List.of("host", "port", "smtp-port", "apns-port", "data", "webhook-url", "public-url"));
    return new MessageProviders.Settings(
        options.text("host", "127.0.0.1"),
        options.whole("port", Sandbox.PORT),
        options.whole("smtp-port", Sandbox.SMTP_PORT),
        options.whole("apns-port", Sandbox.APNS_PORT),
        Path.of(options.text("data", ".data/message-providers")),
        options.text("webhook-url", "http://localhost:8080/webhooks"),
        options.text("public-url", ""));
  }

  public static void main(String[] args) throws InterruptedException {
    try {
      var providers = MessageProviders.start(settings(args, System.getenv()));
      Runtime.getRuntime().addShutdownHook(new Thread(providers::close));
      System.out.println("Message providers on port " + providers.port());
      Thread.currentThread().join();
    } catch (Options.Unusable e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException e) {
      System.err.println("The message providers cannot start: " + e.getMessage());
      System.exit(1);
    }
  }
}
