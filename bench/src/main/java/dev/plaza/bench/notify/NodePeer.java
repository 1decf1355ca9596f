package dev.plaza.bench.notify;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// BullMQ with nodemailer (`bench/peers/notify`), in one process or several.
final class NodePeer implements AutoCloseable {

  private static final Path HOME = Path.of("bench", "peers", "notify");
  private static final long INSTALL_SECONDS_MAX = 180;

  private final List<Process> processes = new ArrayList<>();
  private final BufferedWriter orders;

  private NodePeer(int redisPort, int smtpPort, int connections, int count, Path folder)
      throws IOException {
    for (int i = 0; i < count; i++) {
      var command = new ArrayList<String>();
      command.addAll(List.of("node", HOME.resolve("campaign.mjs").toString()));
      command.add(String.valueOf(redisPort));
      command.add(String.valueOf(smtpPort));
      command.add(String.valueOf(connections / count));
      if (i > 0) {
        command.add("worker");
      }
      processes.add(
          new ProcessBuilder(command)
              .redirectError(folder.resolve("node-" + count + "-" + i + ".log").toFile())
              .start());
    }
    for (Process it : processes) {
      awaitReady(it.inputReader(StandardCharsets.UTF_8));
    }
    orders = processes.getFirst().outputWriter(StandardCharsets.UTF_8);
  }

  /// Whether the peer is, or could be, installed. Its packages are fetched the first time.
  static boolean install() throws IOException, InterruptedException {
    if (Files.isDirectory(HOME.resolve("node_modules"))) {
      return true;
    }
    try {
      var npm =
          new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund")
              .directory(HOME.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return npm.waitFor(INSTALL_SECONDS_MAX, TimeUnit.SECONDS) && npm.exitValue() == 0;
    } catch (IOException e) {
      System.out.println("no npm here: " + e.getMessage());
      return false;
    }
  }

  static NodePeer start(int redisPort, int smtpPort, int connections, int count, Path folder)
      throws IOException {
    return new NodePeer(redisPort, smtpPort, connections, count, folder);
  }

  private static void awaitReady(BufferedReader said) throws IOException {
    String line = said.readLine();
    if (!"ready".equals(line)) {
      throw new IOException("the peer did not start: " + line);
    }
  }

  /// Begins to enqueue so many mails; returns at once.
  void send(String topic, int mails) {
    try {
      orders.write("go " + topic + " " + mails + "\n");
      orders.flush();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroy);
  }
}
