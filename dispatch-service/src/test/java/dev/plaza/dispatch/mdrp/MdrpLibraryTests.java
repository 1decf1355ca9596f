package dev.plaza.dispatch.mdrp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// The published instances, for whoever has them: `-Dplaza.mdrp=<folder of instances>`.
@EnabledIfSystemProperty(named = "plaza.mdrp", matches = ".+")
class MdrpLibraryTests {

  @Test
  void everyInstanceIsFeasibleAndBeatsTheNaiveFloor() throws IOException {
    var floor = new ArrayList<MdrpScore>();
    var ours = new ArrayList<MdrpScore>();
    for (var folder : MdrpBenchmark.folders(Path.of(System.getProperty("plaza.mdrp")))) {
      var instance = MdrpInstance.read(folder);
      var solution = new MdrpSimulation(instance, MdrpBenchmark.policy(instance), 60).run();
      assertThat(MdrpChecker.faults(instance, solution)).as(instance.name()).isEmpty();
      floor.add(MdrpScore.of(instance, MdrpNaive.run(instance)));
      ours.add(MdrpScore.of(instance, solution));
    }

    var mean = MdrpScore.mean("ours", ours);
    System.out.println(MdrpScore.header() + "\n" + mean.line());
    assertThat(mean.clickToDoor()).isLessThan(MdrpScore.mean("floor", floor).clickToDoor());
    assertThat(mean.undelivered()).isLessThanOrEqualTo(MdrpScore.mean("", floor).undelivered());
  }
}
