package dev.plaza.infra;

/// The three servers, however they were had.
public sealed interface Servers extends AutoCloseable
    permits EmbeddedServers, DockerServers, ExternalServers {

  ServerUrls urls();

  /// One word for logs: `embedded`, `docker` or `external`.
  String kind();

  @Override
  void close();
}
