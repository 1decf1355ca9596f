package dev.plaza.dev.launcher;

import dev.plaza.dev.services.HostPlan;
import dev.plaza.dev.services.HostPlan.HostedPart;
import dev.plaza.infra.Databases;
import dev.plaza.infra.Folders;
import dev.plaza.infra.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Makes AOT caches: starts each world once more beside the running stack, on databases and ports
/// of its own and without consuming events, asks it a few things and lets it end.
///
/// Nobody ever waits for it. It runs after a start, at the lowest priority, in its own process; the
/// next start uses what it made.
final class Training {
  static final String NAME = "training";
  private static final long MINUTES_MAX = 10;
  private static final String TRAINING_DATABASE = "plaza_train_";

  private final Ground ground;
  private final Map<String, String> environment;

  Training(Ground ground, Map<String, String> environment) {
    this.ground = ground;
    this.environment = environment;
  }

  /// Does nothing if every cache is there or somebody is at it already.
  void startInBackground(StackState state) {
    var jars = new Jars(ground);
    var missing = missing(state, jars);
    var busy = RunFile.read(ground.run(), NAME).flatMap(RunFile::process).isPresent();
    if (missing.isEmpty() || busy || Preflight.isShortOfMemory()) {
      return;
    }
    var command = new ArrayList<String>();
    command.add(Jvm.current(environment).java().toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dplaza.project=" + ground.project());
    command.add("-Dplaza.data=" + ground.data());
    command.add("-cp");
    command.add(World.joined(jars.of("dev")));
    command.add(Plaza.class.getName());
    command.add("train");
    var process =
        Processes.startDetached(
            Processes.politely(command), ground.project(), LogFiles.out(ground, NAME));
    RunFile.of(NAME, process, "").write(ground.run());
  }

  /// Makes every cache that is missing; the stack must be running.
  void run(StackState state) {
    var jars = new Jars(ground);
    for (var training : missing(state, jars)) {
      train(training, state);
    }
  }

  /// A world without a cache, and the parts to start it with.
  private record Missing(World world, AotCache cache, List<Part> parts) {}

  private List<Missing> missing(StackState state, Jars jars) {
    var jvm = Jvm.current(environment);
    var missing = new LinkedHashMap<String, Missing>();
    for (var part : state.topology().parts()) {
      var trains = part.isSpring() || part.name().equals("kafka");
      if (trains && jars.isBuilt(part.module())) {
        var world = World.of(part, state.plaza(), jars);
        var cache = AotCache.of(ground, world, jvm);
        if (!cache.exists()) {
          missing
              .computeIfAbsent(world.name(), _ -> new Missing(world, cache, new ArrayList<>()))
              .parts()
              .add(part);
        }
      }
    }
    return List.copyOf(missing.values());
  }

  private void train(Missing missing, StackState state) {
    var folder = ground.data().resolve("train");
    Folders.delete(folder);
    var made = folder.resolve("cache.aot");
    try {
      Files.createDirectories(folder);
      LogFiles.writeConfiguration(ground);
      var ports = new LinkedHashMap<>(state.ports());
      missing.parts().forEach(part -> ports.put(part.name(), Ports.free()));
      var plan = plan(missing, new StackState(state.plaza(), state.options(), ports), folder);
      plan.write(folder.resolve("plan"));
      missing.parts().forEach(part -> database(part, state, true));
      execute(command(missing, ports, folder, made), folder);
      if (Files.exists(made)) {
        Files.move(made, missing.cache().file(), StandardCopyOption.ATOMIC_MOVE);
        missing.cache().deleteOlder();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      missing.parts().forEach(part -> database(part, state, false));
      Folders.delete(folder);
    }
  }

  private void database(Part part, StackState state, boolean wanted) {
    if (part.database().isEmpty()) {
      return;
    }
    var urls = state.servers(environment);
    if (wanted) {
      Databases.recreate(urls, TRAINING_DATABASE + part.name());
    } else {
      Databases.drop(urls, TRAINING_DATABASE + part.name());
    }
  }

  private HostPlan plan(Missing missing, StackState state, Path folder) {
    var settings = new Settings(ground, state, environment);
    var parts = new ArrayList<HostedPart>();
    for (var part : missing.parts()) {
      var arguments =
          part.isSpring()
              ? settings.arguments(new Instance(part, 1), apart(part, state, folder))
              : List.of(
                  folder.toString(),
                  Integer.toString(state.port(part.name())),
                  Integer.toString(Ports.free()),
                  folder.resolve("ready").toString());
      parts.add(
          new HostedPart(
              part.name(),
              part.mainClass(),
              missing.world().own(part),
              missing.world().visible(part),
              arguments,
              "",
              true));
    }
    return new HostPlan(parts);
  }

  /// What keeps a training service out of the running stack's way.
  private Map<String, String> apart(Part part, StackState state, Path folder) {
    if (part.database().isEmpty()) {
      return Map.of();
    }
    return Map.of(
        "spring.datasource.url",
        state.servers(environment).jdbc(TRAINING_DATABASE + part.name()),
        "spring.kafka.consumer.group-id",
        "plaza-training-" + part.name(),
        "spring.kafka.listener.auto-startup",
        "false",
        // The quota service's log, and what it tells of it.
        "quota.log.dir",
        folder.resolve("quota").toString(),
        "quota.ship.topic",
        "plaza-training-quota");
  }

  private List<String> command(
      Missing missing, Map<String, Integer> ports, Path folder, Path made) {
    var jvm = Jvm.current(environment);
    var command = new ArrayList<String>();
    command.add(jvm.java().toString());
    command.add("-Xmx512m");
    command.addAll(jvm.flags());
    command.add("-XX:AOTCacheOutput=" + made);
    command.add("-Dplaza.host=training");
    command.add("-Dplaza.logs=" + folder);
    command.add("-cp");
    command.add(missing.world().joined());
    command.add(Launch.HOST);
    command.add(folder.resolve("plan").toString());
    command.add("--train");
    for (var part : missing.parts()) {
      if (part.isSpring()) {
        var url = "http://localhost:" + ports.get(part.name());
        command.add(url + part.readyPath());
        command.add(url + "/actuator/prometheus");
        command.add(url + "/nothing-here");
      }
    }
    return command;
  }

  private void execute(List<String> command, Path folder) {
    try {
      var process =
          new ProcessBuilder(command)
              .directory(ground.project().toFile())
              .redirectErrorStream(true)
              .redirectOutput(ground.logs().resolve("training.log").toFile())
              .start();
      var undo = new Thread(process::destroyForcibly);
      Runtime.getRuntime().addShutdownHook(undo);
      if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
        process.destroyForcibly();
      }
      Runtime.getRuntime().removeShutdownHook(undo);
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be trained in", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
