package dev.plaza.dev.launcher;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The class paths that the build wrote down, made fit for running.
///
/// Our own jars are copied to a name that holds the hash of their content: a build never changes
/// what a running JVM reads, and a jar that was rebuilt to the same bytes keeps its name and time,
/// so that an AOT cache made for it stays good.
final class Jars {
  private static final Comparator<List<Integer>> NUMBERS = Jars::compare;

  private final Ground ground;
  private final Map<Path, Path> staged = new LinkedHashMap<>();

  Jars(Ground ground) {
    this.ground = ground;
  }

  /// One module's class path: the module's own jar first.
  List<Path> of(String module) {
    var target = ground.project().resolve(module).resolve("target");
    var list = target.resolve("classpath.txt");
    if (!Files.exists(list)) {
      throw new Trouble(module + " is not built. Run ./plaza build.");
    }
    var jars = new ArrayList<Path>();
    jars.add(stage(ownJar(target, module)));
    try {
      Pattern.compile(File.pathSeparator, Pattern.LITERAL)
          .splitAsStream(Files.readString(list).strip())
          .filter(entry -> !entry.isBlank())
          .forEach(entry -> jars.add(stage(Path.of(entry))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return jars;
  }

  boolean isBuilt(String module) {
    return Files.exists(ground.project().resolve(module).resolve("target/classpath.txt"));
  }

  /// For each jar of these class paths, the newest version of that library in any of them: what all
  /// of them get when they share a JVM.
  Map<Path, Path> newest(Collection<List<Path>> classPaths) {
    var byLibrary = new HashMap<String, Path>();
    for (var classPath : classPaths) {
      for (var jar : classPath) {
        byLibrary.merge(library(jar), jar, Jars::newer);
      }
    }
    var newest = new HashMap<Path, Path>();
    for (var classPath : classPaths) {
      classPath.forEach(jar -> newest.put(jar, byLibrary.get(library(jar))));
    }
    return newest;
  }

  private static Path newer(Path one, Path other) {
    return NUMBERS.compare(version(one), version(other)) >= 0 ? one : other;
  }

  /// The numbers in a file name, in order: `lib-4.2.18.Final.jar` → 4, 2, 18.
  private static List<Integer> version(Path jar) {
    return Pattern.compile("\\d{1,9}")
        .matcher(jar.getFileName().toString())
        .results()
        .map(number -> Integer.valueOf(number.group()))
        .toList();
  }

  private static int compare(List<Integer> one, List<Integer> other) {
    for (var i = 0; i < Math.min(one.size(), other.size()); i++) {
      var difference = one.get(i).compareTo(other.get(i));
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  /// The staged copies that nobody uses any more.
  void prune() {
    var used = Set.copyOf(staged.values());
    try (var files = Files.list(ground.jars())) {
      for (var file : List.copyOf(files.toList())) {
        if (!used.contains(file)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path ownJar(Path target, String module) {
    try (var files = Files.newDirectoryStream(target, module + "-*.jar")) {
      for (var file : files) {
        var name = file.getFileName().toString();
        if (!name.endsWith("-sources.jar") && !name.endsWith("-tests.jar")) {
          return file;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new Trouble(module + " is not built. Run ./plaza build.");
  }

  /// A jar that a build may replace: one of this checkout, or a snapshot.
  private Path stage(Path jar) {
    var mayChange = jar.startsWith(ground.project()) || jar.toString().contains("SNAPSHOT");
    return mayChange ? staged.computeIfAbsent(jar, this::copy) : jar;
  }

  private Path copy(Path jar) {
    try {
      var name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
      var copy = ground.jars().resolve(name + "-" + Hash.of(jar).substring(0, 12) + ".jar");
      if (!Files.exists(copy)) {
        var beside = Files.createTempFile(ground.jars(), name, ".part");
        Files.copy(jar, beside, StandardCopyOption.REPLACE_EXISTING);
        Files.move(beside, copy, StandardCopyOption.ATOMIC_MOVE);
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What a jar is a version of: its group and artifact folder in the repository, or, for a staged
  /// copy, its name without the hash.
  private String library(Path jar) {
    var name = jar.getFileName().toString();
    var folder = jar.getParent();
    if (folder == null || folder.equals(ground.jars())) {
      return name.replaceFirst("-[0-9a-f]{12}\\.jar$", "");
    }
    var artifact = folder.getParent();
    if (artifact == null || !name.startsWith(artifact.getFileName() + "-")) {
      return jar.toString();
    }
    return artifact + name.replace(folder.getFileName().toString(), "");
  }
}
