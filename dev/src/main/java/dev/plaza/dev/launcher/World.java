package dev.plaza.dev.launcher;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// JVMs with the same application class path, and so with the same AOT cache: all services, alone
/// or together; the gateway; Kafka and the simulators.
///
/// @param classPath what the JVM's application class loader holds
/// @param modules of each module in it, its whole class path
record World(String name, List<Path> classPath, Map<String, List<Path>> modules) {

  World {
    classPath = List.copyOf(classPath);
    modules = Map.copyOf(modules);
  }

  static String nameFor(Part part) {
    return switch (part.kind()) {
      case SERVICE -> "services";
      case GATEWAY -> "gateway";
      case SERVER, SIMULATOR -> "dev";
    };
  }

  /// The services' world is the same whichever of them a JVM hosts. What a service alone brings
  /// (its own jar) stays out: the host gives it a loader of its own.
  static World of(Part part, Topology topology, Jars jars) {
    var host = jars.of("dev").getFirst();
    var modules = new LinkedHashMap<String, List<Path>>();
    for (var sibling : topology.of(part.kind())) {
      if (sibling.isJava() && jars.isBuilt(sibling.module())) {
        modules.computeIfAbsent(sibling.module(), jars::of);
      }
    }
    var classPath = new LinkedHashSet<Path>();
    classPath.add(host);
    if (part.isSpring()) {
      classPath.addAll(jars.shared(modules.values()));
      modules.values().forEach(jarsOfModule -> classPath.remove(jarsOfModule.getFirst()));
    } else {
      classPath.addAll(jars.of("dev"));
    }
    return new World(nameFor(part), List.copyOf(classPath), modules);
  }

  /// The jars that a Spring part must bring itself.
  List<Path> own(Part part) {
    if (!part.isSpring()) {
      return List.of();
    }
    var own = new ArrayList<>(visible(part));
    own.removeAll(classPath);
    return own;
  }

  /// The jars that a part sees; empty: all of the world.
  List<Path> visible(Part part) {
    return part.isSpring() ? modules.getOrDefault(part.module(), List.of()) : List.of();
  }

  String joined() {
    return joined(classPath);
  }

  static String joined(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
