package dev.plaza.dev.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/// A built checkout in which every part is a [StandIn].
final class StandInProject {

  private StandInProject() {}

  static Ground create(Path folder, List<Part> parts) throws IOException {
    var target = Files.createDirectories(folder.resolve("project/dev/target"));
    var jars = new ArrayList<String>();
    var folders = new ArrayList<Path>();
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (Files.isDirectory(Path.of(entry))) {
        folders.add(Path.of(entry));
      } else {
        jars.add(entry);
      }
    }
    jar(target.resolve("dev-test.jar"), folders);
    Files.writeString(target.resolve("classpath.txt"), String.join(File.pathSeparator, jars));
    return new Ground(new Topology(parts), folder.resolve("project"), folder.resolve("data"));
  }

  static Part part(String name, int port) {
    return Part.simulator(name, port, StandIn.class.getName());
  }

  private static void jar(Path jar, List<Path> folders) throws IOException {
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (var folder : folders) {
        try (var files = Files.walk(folder)) {
          for (var file : files.filter(Files::isRegularFile).toList()) {
            out.putNextEntry(new JarEntry(folder.relativize(file).toString().replace('\\', '/')));
            Files.copy(file, out);
          }
        }
      }
    }
  }
}
