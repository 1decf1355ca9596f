package dev.plaza.dev.services;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Shows, of everything that the shared loader holds, only the jars on one part's class path.
///
/// A library is loaded once for all parts and can link to whatever it is built against, but a part
/// that asks "is Redis here?" gets the answer it would get alone. So auto-configuration of one part
/// never leaks into another.
final class SharedJars extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader shared;
  private final Set<String> visible;

  SharedJars(ClassLoader shared, List<Path> visible) {
    super("shared", ClassLoader.getPlatformClassLoader());
    this.shared = shared;
    this.visible = new HashSet<>();
    visible.forEach(jar -> this.visible.add(PartLoader.url(jar).toString()));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    var found = shared.loadClass(name);
    if (shared.equals(found.getClassLoader()) && !shows(found)) {
      throw new ClassNotFoundException(name);
    }
    return found;
  }

  @Override
  protected @Nullable URL findResource(String name) {
    try {
      var found = findResources(name);
      return found.hasMoreElements() ? found.nextElement() : null;
    } catch (IOException e) {
      return null;
    }
  }

  /// The JDK's own resources come from the parent already, so only jars are left to answer.
  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    var shown = Collections.list(shared.getResources(name));
    shown.removeIf(url -> !shows(url));
    return Collections.enumeration(shown);
  }

  private boolean shows(Class<?> found) {
    var source = found.getProtectionDomain().getCodeSource();
    return source != null && visible.contains(source.getLocation().toString());
  }

  private boolean shows(URL resource) {
    var end = resource.getPath().indexOf("!/");
    return "jar".equals(resource.getProtocol())
        && end > 0
        && visible.contains(resource.getPath().substring(0, end));
  }
}
