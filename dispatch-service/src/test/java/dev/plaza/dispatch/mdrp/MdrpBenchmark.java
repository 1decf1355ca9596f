package dev.plaza.dispatch.mdrp;

import dev.plaza.dispatch.matching.MatchingPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Prints the scores of all instances below a folder: `MdrpBenchmark <folder> [naive]`.
public final class MdrpBenchmark {

  private MdrpBenchmark() {}

  static MatchingPolicy policy(MdrpInstance instance) {
    return new MatchingPolicy(
        instance.handling(),
        knob("horizon", 60) * 60,
        60,
        knob("late", 1.0),
        knob("busy", 0.1),
        knob("shortage", 2),
        knob("window", 20) * 60,
        0,
        0,
        100_000,
        (int) knob("batch", 6),
        (int) knob("evaluations", 300_000));
  }

  private static double knob(String name, double value) {
    return Double.parseDouble(System.getProperty("mdrp." + name, Double.toString(value)));
  }

  static List<Path> folders(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      return files
          .filter(it -> it.getFileName().toString().equals("orders.txt"))
          .map(Path::getParent)
          .sorted()
          .toList();
    }
  }

  static void main(String[] args) throws IOException {
    boolean naive = args.length > 1 && args[1].equals("naive");
    System.out.println(MdrpScore.header());
    var scores = new ArrayList<MdrpScore>();
    for (var folder : folders(Path.of(args[0]))) {
      var instance = MdrpInstance.read(folder);
      long start = System.nanoTime();
      var simulation = new MdrpSimulation(instance, policy(instance), knob("step", 1) * 60);
      var solution = naive ? MdrpNaive.run(instance) : simulation.run();
      double seconds = (System.nanoTime() - start) / 1e9;
      var faults = MdrpChecker.faults(instance, solution);
      var score = MdrpScore.of(instance, solution);
      scores.add(score);
      var nanos = simulation.planNanos.stream().sorted().toList();
      double p99 = nanos.isEmpty() ? 0 : nanos.get(nanos.size() * 99 / 100) / 1e6;
      System.out.printf(
          Locale.ROOT,
          "%s  %5.1f s, p99 %.1f ms %s%n",
          score.line(),
          seconds,
          p99,
          faults.isEmpty() ? "" : faults.size() + " FAULTS " + faults.getFirst());
    }
    System.out.println(MdrpScore.mean("mean", scores).line());
  }
}
