package dev.plaza.dev.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/// `./plaza bench`: the benchmarks of bench/, and the one of the start itself.
final class Benches {
  private static final String MAIN = "dev.plaza.bench.BenchMain";

  private final Ground ground;
  private final Map<String, String> environment;
  private final PrintStream out;

  Benches(Ground ground, Map<String, String> environment, PrintStream out) {
    this.ground = ground;
    this.environment = environment;
    this.out = out;
  }

  int run(List<String> line) {
    if (!line.isEmpty() && line.getFirst().equals("start")) {
      new StartBench(ground, environment, out).run(line.subList(1, line.size()));
      return 0;
    }
    if (line.isEmpty()) {
      out.println("  start       ways to start the platform: time, CPU and memory");
    }
    return new Tools(ground, environment).run("bench", MAIN, line);
  }
}
