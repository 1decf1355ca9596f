package dev.plaza.infra;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/// A single Kafka node in this JVM, broker and controller at once. For development and tests.
public final class KafkaServer implements AutoCloseable {
  private static final int NODE = 1;
  private static final String CONTROLLER = "CONTROLLER";

  private final KafkaRaftServer server;
  private final int port;

  private KafkaServer(KafkaRaftServer server, int port) {
    this.server = server;
    this.port = port;
  }

  public static KafkaServer start(EmbeddedOptions options) {
    var folder = options.folder().resolve("kafka");
    try {
      Files.createDirectories(folder);
      if (!Files.exists(folder.resolve("meta.properties"))) {
        format(folder);
      }
      var config = KafkaConfig.fromProps(settings(options, folder), false);
      var server = new KafkaRaftServer(config, Time.SYSTEM);
      server.startup();
      return new KafkaServer(server, options.kafkaPort());
    } catch (Exception e) {
      throw new InfraException(
          "Kafka did not start on port %d: %s".formatted(options.kafkaPort(), e.getMessage()), e);
    }
  }

  public String bootstrapServers() {
    return "localhost:" + port;
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  private static void format(Path folder) throws Exception {
    try (var nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(NODE)
          .addDirectory(folder.toString())
          .setMetadataLogDirectory(folder.toString())
          .setControllerListenerName(CONTROLLER)
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setPrintStream(nowhere)
          .run();
    }
  }

  private static Properties settings(EmbeddedOptions options, Path folder) throws IOException {
    var settings = new Properties();
    settings.load(KafkaServer.class.getResourceAsStream("kafka.properties"));
    var broker = "PLAINTEXT://localhost:" + options.kafkaPort();
    var controller = "localhost:" + options.kafkaControllerPort();
    settings.put("node.id", Integer.toString(NODE));
    settings.put("controller.quorum.voters", NODE + "@" + controller);
    settings.put("listeners", broker + "," + CONTROLLER + "://" + controller);
    settings.put("advertised.listeners", broker);
    settings.put("log.dirs", folder.toString());
    return settings;
  }
}
