package dev.plaza.dev.services;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/// What one JVM hosts, as the launcher writes it down for [Host].
///
/// @param parts in the order in which they start
public record HostPlan(List<HostedPart> parts) {

  /// A part of the stack.
  ///
  /// @param own jars that this part alone defines, behind its own class loader
  /// @param visible shared jars that this part sees; empty: it sees everything
  /// @param arguments of its main method
  /// @param gate a file that must exist before the part may start; empty: no wait
  /// @param returns whether main comes back once the part is up, as a Spring application's does
  public record HostedPart(
      String name,
      String mainClass,
      List<Path> own,
      List<Path> visible,
      List<String> arguments,
      String gate,
      boolean returns) {

    public HostedPart {
      own = List.copyOf(own);
      visible = List.copyOf(visible);
      arguments = List.copyOf(arguments);
    }
  }

  public HostPlan {
    parts = List.copyOf(parts);
  }

  public void write(Path file) {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      asProperties().store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static HostPlan read(Path file) {
    var properties = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var parts = new ArrayList<HostedPart>();
    for (var name : lines(properties, "parts")) {
      parts.add(
          new HostedPart(
              name,
              properties.getProperty(name + ".main"),
              lines(properties, name + ".own").stream().map(Path::of).toList(),
              lines(properties, name + ".visible").stream().map(Path::of).toList(),
              lines(properties, name + ".arguments"),
              properties.getProperty(name + ".gate", ""),
              Boolean.parseBoolean(properties.getProperty(name + ".returns"))));
    }
    return new HostPlan(parts);
  }

  private Properties asProperties() {
    var properties = new Properties();
    properties.setProperty(
        "parts", String.join("\n", parts.stream().map(HostedPart::name).toList()));
    for (var part : parts) {
      properties.setProperty(part.name + ".main", part.mainClass);
      properties.setProperty(part.name + ".own", joined(part.own));
      properties.setProperty(part.name + ".visible", joined(part.visible));
      properties.setProperty(part.name + ".arguments", String.join("\n", part.arguments));
      properties.setProperty(part.name + ".gate", part.gate);
      properties.setProperty(part.name + ".returns", Boolean.toString(part.returns));
    }
    return properties;
  }

  private static String joined(List<Path> paths) {
    return String.join("\n", paths.stream().map(Path::toString).toList());
  }

  private static List<String> lines(Properties properties, String key) {
    return properties.getProperty(key, "").lines().toList();
  }
}
