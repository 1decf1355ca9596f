package dev.plaza.dev.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plaza.dev.services.HostPlan.HostedPart;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two parts over one shared loader: `alpha` has a library that `beta` does not have.
class PartLoaderTests {
  @TempDir Path folder;
  private ClassLoader shared;
  private PartLoader alpha;
  private PartLoader beta;

  @BeforeEach
  void buildJars() throws Exception {
    var both = jar("both.jar", "Both", "shared");
    var alphaOnly = jar("alpha-only.jar", "AlphaOnly", "alpha's");
    var own = jar("own-alpha.jar", "Own", "own of alpha");
    var other = jar("own-beta.jar", "Own", "own of beta");
    shared =
        new URLClassLoader(
            new URL[] {both.toUri().toURL(), alphaOnly.toUri().toURL()},
            ClassLoader.getPlatformClassLoader());
    alpha = new PartLoader(part("alpha", own, List.of(both, alphaOnly, own)), shared);
    beta = new PartLoader(part("beta", other, List.of(both, other)), shared);
  }

  @Test
  void loadsASharedLibraryOnce() throws Exception {
    assertThat(alpha.loadClass("Both")).isSameAs(beta.loadClass("Both"));
  }

  @Test
  void hidesALibraryThatThePartDoesNotHave() throws Exception {
    assertThat(alpha.loadClass("AlphaOnly").getClassLoader()).isSameAs(shared);
    assertThatThrownBy(() -> beta.loadClass("AlphaOnly"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void keepsPartsWithTheSameClassNameApart() throws Exception {
    assertThat(alpha.loadClass("Own")).isNotSameAs(beta.loadClass("Own"));
  }

  @Test
  void showsOnlyTheResourcesOfThePartsOwnClassPath() throws Exception {
    assertThat(texts(alpha)).containsExactlyInAnyOrder("shared", "alpha's", "own of alpha");
    assertThat(texts(beta)).containsExactlyInAnyOrder("shared", "own of beta");
    assertThat(beta.getResource("AlphaOnly.class")).isNull();
    assertThat(beta.getResource("Both.class")).isNotNull();
  }

  @Test
  void knowsThePartFromALoaderBelowIt() {
    var below = new URLClassLoader(new URL[0], alpha);

    assertThat(PartLoader.partOf(below)).isEqualTo("alpha");
    assertThat(PartLoader.partOf(shared)).isNull();
  }

  @Test
  void readsAPlanAsItWasWritten() {
    var file = folder.resolve("plan");
    var plan =
        new HostPlan(
            List.of(
                new HostedPart(
                    "alpha",
                    "Main",
                    List.of(folder.resolve("a b.jar")),
                    List.of(),
                    List.of("--url=jdbc:x?a=b\\c", "ä"),
                    "/gate",
                    true)));

    plan.write(file);

    assertThat(HostPlan.read(file)).isEqualTo(plan);
  }

  private static List<String> texts(ClassLoader loader) throws Exception {
    return Collections.list(loader.getResources("text")).stream()
        .map(
            url -> {
              try (var in = url.openStream()) {
                return new String(in.readAllBytes());
              } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })
        .toList();
  }

  private static HostedPart part(String name, Path own, List<Path> visible) {
    return new HostedPart(name, "Main", List.of(own), visible, List.of(), "", true);
  }

  private Path jar(String name, String type, String text) throws Exception {
    var sources = Files.createDirectories(folder.resolve(name + ".src"));
    var source = Files.writeString(sources.resolve(type + ".java"), "public class " + type + " {}");
    ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString());
    var jar = folder.resolve(name);
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(type + ".class"));
      Files.copy(sources.resolve(type + ".class"), out);
      out.putNextEntry(new JarEntry("text"));
      out.write(text.getBytes());
    }
    return jar;
  }
}
