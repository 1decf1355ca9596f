package dev.plaza.dev.launcher;

import dev.plaza.dev.services.HostPlan;
import dev.plaza.dev.services.HostPlan.HostedPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns groups of parts into running JVMs.
final class Launch {
  static final String HOST = "dev.plaza.dev.services.Host";

  private final Ground ground;
  private final StackState state;
  private final Jvm jvm;
  private final Jars jars;
  private final Settings settings;
  private final boolean cached;
  private final Map<String, World> worlds = new HashMap<>();

  /// @param cached whether an AOT cache is used where there is one
  Launch(
      Ground ground,
      StackState state,
      Jvm jvm,
      Jars jars,
      Map<String, String> environment,
      boolean cached) {
    this.ground = ground;
    this.state = state;
    this.jvm = jvm;
    this.jars = jars;
    this.settings = new Settings(ground, state, environment);
    this.cached = cached;
  }

  /// A JVM as it is to run. Its key is equal exactly when a running one need not be replaced.
  record Prepared(Layout.Group group, HostPlan plan, World world, String key) {}

  Prepared prepare(Layout.Group group) {
    var world =
        worlds.computeIfAbsent(
            World.nameFor(group.instances().getFirst().part()),
            _ -> World.of(group.instances().getFirst().part(), state.plaza(), jars));
    var plan =
        new HostPlan(group.instances().stream().map(instance -> hosted(instance, world)).toList());
    var key = Hash.of(plan.toString() + world.classPath() + jvm.flags() + Jvm.heapMb(group));
    return new Prepared(group, plan, world, key);
  }

  RunFile start(Prepared prepared) {
    var name = prepared.group().name();
    prepared.group().instances().forEach(instance -> forget(gate(instance)));
    prepared.plan().write(plan(name));
    var process =
        Processes.startDetached(command(prepared), ground.project(), LogFiles.out(ground, name));
    var file = RunFile.of(name, process, prepared.key());
    file.write(ground.run());
    return file;
  }

  /// Lets a part start whose needs are ready.
  void open(Instance instance) {
    try {
      Files.writeString(gate(instance), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isReady(Instance instance, RunFile runs) {
    var part = instance.part();
    if (part.readyPath().isEmpty()) {
      return readyFileOf(part, runs.pid());
    }
    return Probe.status(state.port(instance.name()), part.readyPath()) == 200;
  }

  private boolean readyFileOf(Part part, long pid) {
    var file = Path.of(settings.readyFile(part.name()));
    try {
      return Files.exists(file) && Files.readString(file).equals(Long.toString(pid));
    } catch (IOException e) {
      return false;
    }
  }

  /// On the command line of every JVM of this stack, and of no other.
  static String mark(Ground ground) {
    return "-Dplaza.stack=" + ground.data();
  }

  private List<String> command(Prepared prepared) {
    var name = prepared.group().name();
    var command = new ArrayList<String>();
    command.add(jvm.java().toString());
    command.add("-Xmx" + Jvm.heapMb(prepared.group()) + "m");
    command.addAll(jvm.flags());
    command.add(mark(ground));
    command.add("-Dplaza.host=" + name);
    command.add("-Dplaza.logs=" + ground.logs());
    command.addAll(loggingOutsideSpring(prepared));
    command.add("-XX:ErrorFile=" + ground.logs().resolve(name + ".crash"));
    if (cached) {
      command.addAll(AotCache.of(ground, prepared.world(), jvm).flags());
    }
    command.add("-cp");
    command.add(prepared.world().joined());
    command.add(HOST);
    command.add(plan(name).toString());
    return command;
  }

  /// Spring Boot is told by a setting of its own and warns of this one.
  private List<String> loggingOutsideSpring(Prepared prepared) {
    return prepared.group().instances().getFirst().part().isSpring()
        ? List.of()
        : List.of("-Dlogback.configurationFile=" + LogFiles.configuration(ground));
  }

  private HostedPart hosted(Instance instance, World world) {
    var part = instance.part();
    return new HostedPart(
        instance.name(),
        part.mainClass(),
        world.own(part),
        world.visible(part),
        settings.arguments(instance),
        gate(instance).toString(),
        part.kind() != Part.Kind.SIMULATOR);
  }

  private Path plan(String group) {
    return ground.run().resolve(group + ".plan");
  }

  private Path gate(Instance instance) {
    return ground.run().resolve(instance.name() + ".gate");
  }

  private static void forget(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
