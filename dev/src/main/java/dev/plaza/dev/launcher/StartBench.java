package dev.plaza.dev.launcher;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// `./plaza bench start`: starts the whole platform in each way, on a data folder of its own, and
/// says what each start took. Data exists already, as at every start but the first. The ways take
/// turns, so that a machine that is busy for a while is busy for all of them.
final class StartBench {
  private static final int PORT = 18080;

  private final Ground ground;
  private final Map<String, String> environment;
  private final PrintStream out;

  StartBench(Ground ground, Map<String, String> environment, PrintStream out) {
    this.ground =
        new Ground(ground.plaza(), ground.project(), ground.data().resolve("bench-start"));
    this.environment = environment;
    this.out = out;
  }

  private record Way(String name, List<String> line) {}

  private record Result(Duration wall, Duration cpu, long memoryMb, int processes) {}

  void run(List<String> line) {
    var arguments = Arguments.parse(line, Set.of("rounds"), Set.of());
    var rounds = arguments.whole("rounds", 3);
    var ways =
        List.of(
            new Way("together", List.of("--together", "--no-cache")),
            new Way("together + AOT cache", List.of("--together")),
            new Way("compact", List.of("--compact", "--no-cache")),
            new Way("compact + AOT cache", List.of("--compact")),
            new Way("separate", List.of("--separate", "--no-cache")),
            new Way("separate + AOT cache", List.of("--separate")));
    out.println("Preparing data and caches…");
    start(List.of());
    new Training(ground, environment).run(StackState.read(ground).orElseThrow());
    new Stop(ground).all();
    var results = new LinkedHashMap<Way, List<Result>>();
    for (var round = 1; round <= rounds; round++) {
      out.println("Round " + round + " of " + rounds + "…");
      for (var way : ways) {
        results.computeIfAbsent(way, _ -> new ArrayList<>()).add(start(way.line()));
        new Stop(ground).all();
      }
    }
    out.printf("%-24s %8s %8s %10s %10s%n", "way", "wall s", "CPU s", "memory MB", "processes");
    results.forEach(this::print);
  }

  private Result start(List<String> line) {
    var quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var all = new ArrayList<>(line);
    all.add("--port=" + PORT);
    var began = System.nanoTime();
    var cpuBefore = Usage.of(ProcessHandle.current()).cpu();
    var state =
        new Up(ground, environment, quiet, false)
            .run(Arguments.parse(all, Up.VALUED, Up.FLAGS))
            .state();
    var wall = Duration.ofNanos(System.nanoTime() - began);
    var processes = new Status(ground, state).processes();
    var usage = Usage.of(processes);
    var own = Usage.of(ProcessHandle.current()).cpu().minus(cpuBefore);
    RunFile.read(ground.run(), Training.NAME).map(List::of).ifPresent(new Stop(ground)::these);
    return new Result(wall, usage.cpu().plus(own), usage.memoryKb() / 1024, processes.size());
  }

  /// The middle of the rounds, by wall time.
  private void print(Way way, List<Result> results) {
    var middle =
        results.stream()
            .sorted(java.util.Comparator.comparing(Result::wall))
            .toList()
            .get(results.size() / 2);
    out.printf(
        Locale.ROOT,
        "%-24s %8.1f %8.1f %10d %10d%n",
        way.name(),
        middle.wall().toMillis() / 1000.0,
        middle.cpu().toMillis() / 1000.0,
        middle.memoryMb(),
        middle.processes());
  }
}
