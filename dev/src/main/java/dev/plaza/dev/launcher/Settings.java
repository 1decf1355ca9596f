package dev.plaza.dev.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What each part is told when it starts: where it listens and where the others are.
final class Settings {
  private final Ground ground;
  private final StackState state;
  private final Map<String, String> environment;

  Settings(Ground ground, StackState state, Map<String, String> environment) {
    this.ground = ground;
    this.state = state;
    this.environment = environment;
  }

  List<String> arguments(Instance instance) {
    return arguments(instance, Map.of());
  }

  /// @param instead settings of a Spring part that replace or join the usual ones
  List<String> arguments(Instance instance, Map<String, String> instead) {
    return switch (instance.part().kind()) {
      case SERVICE, GATEWAY -> spring(instance, instead);
      case SERVER -> kafka();
      case SIMULATOR -> simulator(instance);
    };
  }

  private List<String> spring(Instance instance, Map<String, String> instead) {
    var settings = new TreeMap<String, String>();
    settings.put("server.port", Integer.toString(state.port(instance.name())));
    settings.put("spring.profiles.active", "sandbox");
    settings.put("logging.config", LogFiles.configuration(ground).toString());
    if (instance.part().kind() == Part.Kind.GATEWAY) {
      settings.put("server.address", state.options().host());
      settings.put("plaza.sandbox.key-file", ground.data().resolve("sandbox/key.pem").toString());
      settings.put(
          "plaza.limits.file",
          ground.data().resolve("limits/" + instance.name() + ".json").toString());
      shared(settings);
      for (var service : state.topology().of(Part.Kind.SERVICE)) {
        settings.put("plaza.gateway.routes." + service.name(), urls(service));
      }
    } else {
      service(instance.part(), settings);
    }
    instance
        .part()
        .settings()
        .forEach(
            (name, value) -> {
              var known = filled(value);
              // What leads to a part that is not there keeps its default.
              if (!known.contains("{")) {
                settings.put(name, known);
              }
            });
    settings.putAll(instead);
    return settings.entrySet().stream()
        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
        .toList();
  }

  private void service(Part part, Map<String, String> settings) {
    var servers = state.servers(environment);
    settings.put("server.address", "127.0.0.1");
    settings.put("spring.datasource.url", servers.jdbc(part.database()));
    settings.put("spring.datasource.username", servers.user());
    settings.put("spring.datasource.password", servers.password());
    shared(settings);
    settings.put(
        "spring.security.oauth2.resourceserver.jwt.jwk-set-uri",
        state.url("gateway") + "/sandbox/jwks");
    settings.put("plaza.time-factor", Double.toString(state.options().timeFactor()));
  }

  private void shared(Map<String, String> settings) {
    var servers = state.servers(environment);
    settings.put("spring.kafka.bootstrap-servers", servers.kafka());
    settings.put("spring.data.redis.url", servers.redis());
  }

  /// Each copy in turn is what the gateway makes of several.
  private String urls(Part service) {
    var copies = state.options().instances().getOrDefault(service.name(), 1);
    return IntStream.rangeClosed(1, copies)
        .mapToObj(number -> state.url(new Instance(service, number).name()))
        .collect(Collectors.joining(","));
  }

  private List<String> kafka() {
    return List.of(
        ground.data().toString(),
        Integer.toString(state.port("kafka")),
        Integer.toString(state.port(StackState.KAFKA_CONTROLLER)),
        readyFile("kafka"));
  }

  String readyFile(String part) {
    return ground.run().resolve(part + ".ready").toString();
  }

  private List<String> simulator(Instance instance) {
    var arguments = new ArrayList<>(List.of("--port=" + state.port(instance.name())));
    new TreeMap<>(instance.part().settings())
        .forEach((name, value) -> arguments.add("--" + name + "=" + filled(value)));
    if (instance.part().name().equals("city") && !state.options().customers()) {
      arguments.add("--no-customers");
    }
    return arguments;
  }

  /// `{order}` becomes that part's URL, `{data}` the data folder, `{time-factor}` the factor,
  /// `{smtp-port}` and `{apns-port}` where the pretended mail server and APNs listen.
  private String filled(String value) {
    var filled =
        value
            .replace("{data}", ground.data().toString())
            .replace("{time-factor}", Double.toString(state.options().timeFactor()));
    for (var name : List.of(StackState.SMTP, StackState.APNS)) {
      if (state.ports().containsKey(name)) {
        filled = filled.replace("{" + name + "-port}", Integer.toString(state.port(name)));
      }
    }
    for (var name : state.ports().keySet()) {
      filled = filled.replace("{" + name + "}", state.url(name));
    }
    return filled;
  }
}
