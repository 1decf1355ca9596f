package dev.plaza.quota.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plaza.quota.shard.Path;
import dev.plaza.quota.shard.RightsReport;
import org.junit.jupiter.api.Test;

class RightsRowTests {

  private static RightsReport report(long lease, long want, long returned, long used, long asOf) {
    return new RightsReport("O", lease, want, 0, returned, 0, used, 0, 0, asOf, 1.5, Path.SLOW);
  }

  @Test
  void grantsWhatIsWantedAndLeftUnderTheNextNumber() {
    var row = RightsRow.none("O").granted(report(1, 10, 0, 0, 1), 7, 0);

    assertThat(row.leaseNo()).isEqualTo(1);
    assertThat(row.grantedUnits()).isEqualTo(7);
    assertThat(row.lastUnits()).isEqualTo(7);
  }

  @Test
  void aRepeatedRequestGetsNothingNew() {
    var row = RightsRow.none("O").granted(report(1, 10, 0, 0, 1), 100, 0);

    assertThat(row.granted(report(1, 10, 0, 0, 1), 90, 0)).isEqualTo(row);
  }

  @Test
  void returnsAreCumulativeAndUsesGoByTheLog() {
    var row =
        RightsRow.none("O")
            .granted(report(1, 10, 0, 0, 1), 100, 0)
            .reported(report(2, 0, 4, 6, 9))
            .reported(report(2, 0, 2, 1, 5));

    assertThat(row.returnedUnits()).isEqualTo(4);
    assertThat(row.usedUnits()).isEqualTo(6);
    assertThat(row.outUnits()).isEqualTo(6);
  }

  @Test
  void aLimitThatIsExceededGrantsNothing() {
    var row = RightsRow.none("O");

    assertThat(row.granted(report(1, 10, 0, 0, 1), -5, 0)).isEqualTo(row);
    assertThat(row.granted(report(1, 10, 0, 0, 1), 0, 0)).isEqualTo(row);
  }

  @Test
  void whatWasSpentWithoutALimitIsCoveredAndCounts() {
    var used = RightsRow.none("O").reported(report(1, 3, 0, 40, 1));
    assertThat(used.claimedUnits()).isEqualTo(40);

    var row = used.granted(report(1, 3, 0, 40, 1), 2, 0);

    assertThat(row.grantedUnits()).isEqualTo(42);
    assertThat(row.claimedUnits()).isEqualTo(42);
  }
}
