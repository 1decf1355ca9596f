package dev.plaza.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.dev.web.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A metric that is renamed leaves a gap on a dashboard and an alert that never fires, and
/// nobody is told. So every metric they ask for is looked for in what the running parts answer.
class DashboardsIT {

  private static final List<String> PARTS =
      List.of("gateway", "catalog", "order", "dispatch", "tracking", "quota", "notify");

  /// Ours and the libraries': all of them are known by these beginnings.
  private static final Pattern METRIC =
      Pattern.compile(
          "\\b(?:plaza|order|quota|notify|dispatch|catalog|http_server|jvm|process|hikaricp|kafka"
              + "|spring_cloud|resilience4j)_[a-z0-9_]+");

  /// What Prometheus' own naming adds to a meter's name.
  private static final Pattern ENDING =
      Pattern.compile("(?:_seconds)?(?:_total|_bucket|_count|_sum|_max)?$");

  private static final Pattern METER = Pattern.compile("\"([a-z0-9_]+(?:\\.[a-z0-9_]+)+)\"");

  @Test
  void everyMetricOfADashboardOrAlertExists() throws Exception {
    var stack = Stack.running();
    var told = new TreeSet<String>();
    for (var part : PARTS) {
      told.addAll(scraped(stack, part));
    }
    // Some are born with the first failover or the first poison; their meter stands in the sources.
    var written = meters(stack.project());

    var asked = asked(stack.project().resolve("observability"));

    assertThat(asked).hasSizeGreaterThan(40);
    assertThat(asked)
        .allMatch(it -> told.contains(it) || written.contains(ENDING.matcher(it).replaceFirst("")));
  }

  private static Set<String> scraped(Stack stack, String part)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(stack.url(part).resolve("/actuator/prometheus")).build();
    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(part).isEqualTo(200);
      return answer
          .body()
          .lines()
          .filter(it -> !it.startsWith("#"))
          .map(it -> it.split("[{ ]", 2)[0])
          .collect(Collectors.toSet());
    }
  }

  private static Set<String> asked(Path folder) throws IOException {
    var names = new TreeSet<String>();
    for (var file : files(folder.resolve("grafana/dashboards"), ".json")) {
      for (var panel : Json.tree(Files.readAllBytes(file)).get("panels")) {
        for (var target : panel.get("targets")) {
          addMetrics(target.get("expr").asString(), names);
        }
      }
    }
    Files.readString(folder.resolve("alerts.yml"))
        .lines()
        .filter(it -> it.strip().startsWith("expr:"))
        .forEach(it -> addMetrics(it, names));
    return names;
  }

  private static void addMetrics(String expression, Set<String> names) {
    METRIC.matcher(expression).results().forEach(it -> names.add(it.group()));
  }

  /// The names that the sources give to meters, as Prometheus writes them, without endings.
  private static Set<String> meters(Path project) throws IOException {
    var names = new TreeSet<String>();
    try (var modules = Files.list(project)) {
      for (var module : modules.filter(it -> Files.isDirectory(it.resolve("src/main"))).toList()) {
        for (var source : files(module.resolve("src/main"), ".java")) {
          METER
              .matcher(Files.readString(source))
              .results()
              .forEach(it -> names.add(it.group(1).replace('.', '_')));
        }
      }
    }
    return names;
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(it -> it.toString().endsWith(ending)).toList();
    }
  }
}
