package dev.plaza.quota.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Seeded schedules of faults. `-Dquota.schedules=1000000` runs more of them, `-Dquota.seed=42`
/// one.
class SimulatorTests {

  private static final long SCHEDULES = Long.getLong("quota.schedules", 10_000);
  private static final Long SEED = Long.getLong("quota.seed");
  private static final long FROM = Long.getLong("quota.from", 0);

  @Test
  void neverSellsTooMuchNorForgetsNorSellsTooLittle() {
    if (SEED != null) {
      new Simulation(SEED, Simulation.Variant.RIGHT).run();
      return;
    }
    long from = FROM;
    LongStream.range(from, from + SCHEDULES).parallel().forEach(SimulatorTests::run);
  }

  private static void run(long seed) {
    try {
      new Simulation(seed, Simulation.Variant.RIGHT).run();
    } catch (RuntimeException | Error failure) {
      throw new AssertionError("replay with -Dquota.seed=" + seed, failure);
    }
  }

  @Test
  void aScheduleIsTheSameEachTime() {
    var first = new Simulation(7, Simulation.Variant.RIGHT);
    var second = new Simulation(7, Simulation.Variant.RIGHT);
    first.run();
    second.run();

    assertThat(first.truth.log(0)).isEqualTo(second.truth.log(0)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RIGHT")
  void theJudgeNoticesWhatIsBroken(Simulation.Variant variant) {
    assertThatThrownBy(
            () -> LongStream.range(0, 2_000).forEach(seed -> new Simulation(seed, variant).run()))
        .isInstanceOf(Truth.Violation.class);
  }
}
