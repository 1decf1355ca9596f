package dev.plaza.dev.services;

import dev.plaza.dev.services.HostPlan.HostedPart;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Defines the classes of one part. Its name is what tells whose thread logs a line.
final class PartLoader extends URLClassLoader {

  static {
    registerAsParallelCapable();
  }

  PartLoader(HostedPart part, ClassLoader shared) {
    super(
        part.name(),
        part.own().stream().map(PartLoader::url).toArray(URL[]::new),
        part.visible().isEmpty() ? shared : new SharedJars(shared, part.visible()));
  }

  /// The part that a loader belongs to, which may be below the part's own, as a web server's is.
  static @Nullable String partOf(@Nullable ClassLoader loader) {
    for (var it = loader; it != null; it = it.getParent()) {
      if (it instanceof PartLoader part) {
        return part.getName();
      }
    }
    return null;
  }

  static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
