package dev.plaza.dev.launcher;

import dev.plaza.dev.messages.Sandbox;
import dev.plaza.infra.ExternalServers;
import dev.plaza.infra.ServerUrls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/// What was started: of all parts those that the options want, and the port of every instance. Kept
/// in a file, so that any later command finds the stack.
record StackState(Topology plaza, StackOptions options, Map<String, Integer> ports) {

  /// The name under which the second port of Kafka is kept.
  static final String KAFKA_CONTROLLER = "kafka-controller";
  static final String SMTP = "smtp";
  static final String APNS = "apns";

  StackState {
    ports = Map.copyOf(ports);
  }

  /// The parts there are under these options.
  Topology topology() {
    var all = options.city() ? plaza : plaza.without("city");
    var chosen = options.only().isEmpty() ? all : all.only(options.only());
    return options.external() ? chosen.without("postgres", "redis", "kafka") : chosen;
  }

  List<Instance> instances() {
    var instances = new ArrayList<Instance>();
    for (var part : topology().parts()) {
      var copies = options.instances().getOrDefault(part.name(), 1);
      for (var number = 1; number <= copies; number++) {
        instances.add(new Instance(part, number));
      }
    }
    return instances;
  }

  Instance instance(String name) {
    return instances().stream()
        .filter(instance -> instance.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new Trouble(
                    "There is no part '%s'. Parts: %s."
                        .formatted(
                            name,
                            String.join(", ", instances().stream().map(Instance::name).toList()))));
  }

  int port(String instance) {
    return Optional.ofNullable(ports.get(instance))
        .orElseThrow(() -> new IllegalStateException("no port for " + instance));
  }

  String url(String instance) {
    return "http://localhost:" + port(instance);
  }

  ServerUrls servers(Map<String, String> environment) {
    if (options.external()) {
      return ExternalServers.from(environment).urls();
    }
    return new ServerUrls(
        "jdbc:postgresql://localhost:%d/".formatted(port("postgres")),
        "postgres",
        "postgres",
        "localhost:" + port("kafka"),
        "redis://localhost:" + port("redis"));
  }

  void write(Ground ground) {
    var properties = new Properties();
    properties.setProperty("layout", options.layout().word());
    properties.setProperty("port", Integer.toString(options.port()));
    properties.setProperty("host", options.host());
    properties.setProperty("external", Boolean.toString(options.external()));
    properties.setProperty("city", Boolean.toString(options.city()));
    properties.setProperty("customers", Boolean.toString(options.customers()));
    properties.setProperty("only", String.join(",", options.only()));
    properties.setProperty("time-factor", Double.toString(options.timeFactor()));
    options
        .instances()
        .forEach((part, copies) -> properties.setProperty("copies." + part, copies.toString()));
    new TreeMap<>(ports)
        .forEach((name, port) -> properties.setProperty("port." + name, port.toString()));
    file(ground).write(properties);
  }

  static Optional<StackState> read(Ground ground) {
    return file(ground).read().map(properties -> from(ground.plaza(), properties));
  }

  private static StackState from(Topology plaza, Properties properties) {
    var options =
        new StackOptions(
            Layout.of(properties.getProperty("layout")),
            Integer.parseInt(properties.getProperty("port")),
            properties.getProperty("host"),
            Boolean.parseBoolean(properties.getProperty("external")),
            Boolean.parseBoolean(properties.getProperty("city")),
            Boolean.parseBoolean(properties.getProperty("customers")),
            Double.parseDouble(properties.getProperty("time-factor")),
            numbers(properties, "copies."),
            Arguments.list(properties.getProperty("only", "")));
    var ports = numbers(properties, "port.");
    // Written before a part was added to the platform: the part would stand at its usual port.
    new StackState(plaza, options, Map.of())
        .instances()
        .forEach(instance -> ports.putIfAbsent(instance.name(), instance.wantedPort()));
    ports.putIfAbsent(SMTP, Sandbox.SMTP_PORT);
    ports.putIfAbsent(APNS, Sandbox.APNS_PORT);
    return new StackState(plaza, options, ports);
  }

  private static Map<String, Integer> numbers(Properties properties, String prefix) {
    var numbers = new LinkedHashMap<String, Integer>();
    for (var name : properties.stringPropertyNames()) {
      if (name.startsWith(prefix)) {
        numbers.put(name.substring(prefix.length()), Integer.valueOf(properties.getProperty(name)));
      }
    }
    return numbers;
  }

  private static PropertyFile file(Ground ground) {
    return new PropertyFile(ground.run().resolve("stack.properties"));
  }
}
