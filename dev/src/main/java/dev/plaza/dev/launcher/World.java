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
/// The gateway cannot live in the services' world: Spring Boot asks its own class loader, not the
/// application's, which kinds of web application there are, and would find both.
///
/// @param classPath what the JVM's application class loader holds
/// @param modules of each module in it, the whole class path that it would have alone
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

  /// The same whichever parts a JVM hosts. A service's own jar stays out: the host gives it a
  /// loader of its own.
  static World of(Part part, Topology topology, Jars jars) {
    if (!part.isSpring()) {
      return new World(nameFor(part), jars.of("dev"), Map.of());
    }
    var modules = new LinkedHashMap<String, List<Path>>();
    for (var sibling : topology.of(part.kind())) {
      if (jars.isBuilt(sibling.module())) {
        modules.computeIfAbsent(sibling.module(), jars::of);
      }
    }
    var newest = jars.newest(modules.values());
    modules.replaceAll((_, classPath) -> classPath.stream().map(newest::get).toList());
    var shared = new LinkedHashSet<Path>();
    shared.add(jars.of("dev").getFirst());
    modules.values().forEach(shared::addAll);
    modules.values().forEach(classPath -> shared.remove(classPath.getFirst()));
    return new World(nameFor(part), List.copyOf(shared), modules);
  }

  /// The jars that a Spring part brings itself.
  List<Path> own(Part part) {
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
