package dev.plaza.dev.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarsTests {
  @TempDir Path folder;
  private Path ownJar;
  private Path library;
  private Ground ground;

  @BeforeEach
  void buildModule() throws Exception {
    ground = new Ground(new Topology(List.of()), folder.resolve("project"), folder.resolve("data"));
    library = jar("repository/lib/1.0/lib-1.0.jar", "library");
    ownJar = jar("project/order-service/target/order-service-1.jar", "one");
    Files.writeString(ownJar.resolveSibling("classpath.txt"), library.toString());
  }

  @Test
  void copiesOwnJarsAndUsesLibrariesInPlace() throws Exception {
    var classPath = new Jars(ground).of("order-service");

    assertThat(classPath).hasSize(2).endsWith(library);
    assertThat(classPath.getFirst()).hasParent(ground.jars()).hasContent("one");
    Files.writeString(ownJar, "two");
    assertThat(classPath.getFirst()).hasContent("one");
  }

  @Test
  void keepsTheCopyOfAJarThatWasRebuiltToTheSameBytes() throws Exception {
    var before = new Jars(ground).of("order-service").getFirst();
    var time = Files.getLastModifiedTime(before);
    Files.delete(ownJar);
    Files.writeString(ownJar, "one");

    var after = new Jars(ground).of("order-service").getFirst();

    assertThat(after).isEqualTo(before);
    assertThat(Files.getLastModifiedTime(after)).isEqualTo(time);
  }

  @Test
  void throwsAwayCopiesOfJarsThatChanged() throws Exception {
    var before = new Jars(ground).of("order-service").getFirst();
    Files.writeString(ownJar, "two");
    var jars = new Jars(ground);
    var after = jars.of("order-service").getFirst();

    jars.prune();

    assertThat(before).doesNotExist();
    assertThat(after).hasContent("two");
  }

  @Test
  void givesAllWhoShareAJvmTheNewestVersionOfALibrary() throws Exception {
    var newer = jar("repository/lib/1.10/lib-1.10.jar", "newer");
    var older = jar("repository/lib/1.9/lib-1.9.jar", "older");
    var common = jar("repository/common/1.0/common-1.0.jar", "common");

    var newest = new Jars(ground).newest(List.of(List.of(library, common), List.of(newer, older)));

    assertThat(newest)
        .containsEntry(library, newer)
        .containsEntry(older, newer)
        .containsEntry(newer, newer)
        .containsEntry(common, common);
  }

  @Test
  void saysThatAModuleIsNotBuilt() {
    assertThatThrownBy(() -> new Jars(ground).of("feed-service"))
        .isInstanceOf(Trouble.class)
        .hasMessage("feed-service is not built. Run ./plaza build.");
  }

  @Test
  void givesACacheAnotherNameWhenAJarOrAFlagChanges() throws Exception {
    var jvm = new Jvm(Path.of("java"), List.of());
    var first = cache(new Jars(ground).of("order-service"), jvm);

    assertThat(cache(new Jars(ground).of("order-service"), jvm)).isEqualTo(first);
    assertThat(cache(new Jars(ground).of("order-service"), new Jvm(jvm.java(), List.of("-X"))))
        .isNotEqualTo(first);
    Files.writeString(ownJar, "two");
    assertThat(cache(new Jars(ground).of("order-service"), jvm)).isNotEqualTo(first);
  }

  @Test
  void deletesOlderCachesOfTheSameWorldOnly() throws Exception {
    var jvm = new Jvm(Path.of("java"), List.of());
    var cache = cache(new Jars(ground).of("order-service"), jvm);
    var older = Files.createFile(ground.caches().resolve("services-0123456789ab.aot"));
    var other = Files.createFile(ground.caches().resolve("gateway-0123456789ab.aot"));
    Files.createFile(cache.file());

    cache.deleteOlder();

    assertThat(cache.file()).exists();
    assertThat(older).doesNotExist();
    assertThat(other).exists();
  }

  private AotCache cache(List<Path> classPath, Jvm jvm) {
    return AotCache.of(ground, new World("services", classPath, java.util.Map.of()), jvm);
  }

  private Path jar(String path, String content) throws Exception {
    var jar = folder.resolve(path);
    Files.createDirectories(jar.getParent());
    return Files.writeString(jar, content);
  }
}
