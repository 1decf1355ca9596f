package dev.plaza.infra;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which servers tests use: the system property `plaza.infra` (`docker`, `embedded` or `external`),
/// else the environment's `PLAZA_INFRA`, else the first that works.
final class InfraSelection {
  private static final Logger log = LoggerFactory.getLogger(InfraSelection.class);

  private final Map<String, String> environment;
  private final Supplier<Servers> docker;
  private final Supplier<Servers> embedded;

  InfraSelection(
      Map<String, String> environment, Supplier<Servers> docker, Supplier<Servers> embedded) {
    this.environment = environment;
    this.docker = docker;
    this.embedded = embedded;
  }

  Servers start(@Nullable String wanted) {
    var choice = wanted == null ? environment.getOrDefault("PLAZA_INFRA", "") : wanted;
    return switch (choice) {
      case "docker" -> docker.get();
      case "embedded" -> embedded.get();
      case "external" -> ExternalServers.from(environment);
      case "" -> firstThatWorks();
      default ->
          throw new InfraException(
              "plaza.infra=" + choice + " is not one of docker, embedded, external.");
    };
  }

  private Servers firstThatWorks() {
    if (DockerEngine.answers(environment, Path.of(System.getProperty("user.home")))) {
      try {
        return docker.get();
      } catch (RuntimeException e) {
        log.warn("Containers did not start ({}); using embedded servers", e.getMessage());
      }
    }
    try {
      return embedded.get();
    } catch (InfraException e) {
      if (!ExternalServers.named(environment)) {
        throw e;
      }
      log.warn("{} Using the external servers", e.getMessage());
      return ExternalServers.from(environment);
    }
  }
}
