package dev.plaza.dev.services;

import dev.plaza.infra.EmbeddedOptions;
import dev.plaza.infra.InfraException;
import dev.plaza.infra.KafkaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Kafka in a JVM of its own, so that it can be paused or killed alone.
public final class KafkaMain {

  private KafkaMain() {}

  /// @param args folder, port, controller port, and the file to write once it takes requests
  public static void main(String[] args) throws IOException {
    var folder = Path.of(args[0]);
    var options =
        new EmbeddedOptions(
            folder, folder, 0, 0, Integer.parseInt(args[1]), Integer.parseInt(args[2]), true);
    try {
      var kafka = KafkaServer.start(options);
      Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "kafka-stop"));
      Files.writeString(Path.of(args[3]), Long.toString(ProcessHandle.current().pid()));
      System.out.println("Kafka on port " + args[1]);
    } catch (InfraException e) {
      e.printStackTrace();
      System.exit(1);
    }
  }
}
