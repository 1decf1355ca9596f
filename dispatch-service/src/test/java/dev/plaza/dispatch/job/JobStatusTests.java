package dev.plaza.dispatch.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobStatusTests {

  @ParameterizedTest
  @EnumSource
  void endsOnlyByTheOrderOnceItIsLive(JobStatus status) {
    assertThat(status.next().contains(JobStatus.WITHDRAWN)).isEqualTo(status.live());
  }

  @ParameterizedTest
  @EnumSource
  void isLostOnlyWithTheFood(JobStatus status) {
    assertThat(status.next().contains(JobStatus.LOST)).isEqualTo(status == JobStatus.PICKED_UP);
  }

  @ParameterizedTest
  @EnumSource
  void neverRestsInItself(JobStatus status) {
    assertThat(status.next()).doesNotContain(status);
  }

  @ParameterizedTest
  @EnumSource(names = {"DELIVERED", "LOST", "WITHDRAWN"})
  void hasEndsThatAreFinal(JobStatus end) {
    assertThat(end.next()).isEqualTo(EnumSet.noneOf(JobStatus.class));
  }
}
