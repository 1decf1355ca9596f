package dev.plaza.dev.psp;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// How to start a provider.
///
/// @param host the address to listen on
/// @param port 0: any free one
/// @param data the file of its books; kept over restarts
/// @param webhookUrl where events are sent; null: nowhere
/// @param webhookSecret signs them
public record ProviderOptions(
    String host, int port, Path data, @Nullable String webhookUrl, String webhookSecret) {

  public static final int PORT = 8090;
  public static final String SECRET = "whsec_sandbox";
}
