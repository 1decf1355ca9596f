package dev.plaza.dev.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Runs a program of the checkout in a JVM of its own, in front, and waits for it.
final class Tools {
  private final Ground ground;
  private final Map<String, String> environment;

  Tools(Ground ground, Map<String, String> environment) {
    this.ground = ground;
    this.environment = environment;
  }

  int run(String module, String mainClass, List<String> line) {
    var command = new ArrayList<String>();
    command.add(Jvm.current(environment).java().toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "--enable-native-access=ALL-UNNAMED"));
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-cp");
    command.add(World.joined(new Jars(ground).of(module)));
    command.add(mainClass);
    command.addAll(line);
    try {
      var process =
          new ProcessBuilder(command).directory(ground.project().toFile()).inheritIO().start();
      return process.waitFor();
    } catch (IOException e) {
      throw new Trouble("Cannot start " + mainClass + ": " + e.getMessage() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }
}
