package dev.plaza.dispatch.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AssignmentSolverTests {

  @Test
  void findsTheCheapestOfAllAssignments() {
    var random = new Random(7);
    for (int i = 0; i < 300; i++) {
      int rows = 1 + random.nextInt(5);
      int columns = rows + random.nextInt(3);
      var cost = random(random, rows, columns);

      double total = total(cost, AssignmentSolver.solve(cost));

      assertThat(total).isCloseTo(cheapest(cost, 0, new boolean[columns]), within(1e-9));
    }
  }

  @Test
  void givesEachRowAColumnOfItsOwn() {
    var cost = random(new Random(8), 60, 90);

    var columns = new HashSet<Integer>();
    for (int it : AssignmentSolver.solve(cost)) {
      columns.add(it);
    }

    assertThat(columns).hasSize(60);
  }

  @Test
  void cannotBeImprovedByAnySwapOfTwoRowsOrMoveToAFreeColumn() {
    var cost = random(new Random(9), 80, 100);

    int[] columnOf = AssignmentSolver.solve(cost);

    double total = total(cost, columnOf);
    for (int a = 0; a < 80; a++) {
      for (int b = a + 1; b < 80; b++) {
        var swapped = columnOf.clone();
        swapped[a] = columnOf[b];
        swapped[b] = columnOf[a];
        assertThat(total(cost, swapped)).isGreaterThanOrEqualTo(total - 1e-9);
      }
    }
  }

  @Test
  void takesNegativeCostsAndTies() {
    assertThat(AssignmentSolver.solve(new double[][] {{-5, 0}, {-5, -4}})).containsExactly(0, 1);
    assertThat(AssignmentSolver.solve(new double[][] {{0, 0}, {0, 0}}))
        .containsExactlyInAnyOrder(0, 1);
    assertThat(AssignmentSolver.solve(new double[0][])).isEmpty();
  }

  @Test
  void refusesMoreRowsThanColumns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AssignmentSolver.solve(new double[][] {{1}, {2}}));
  }

  private static double[][] random(Random random, int rows, int columns) {
    var cost = new double[rows][columns];
    for (var row : cost) {
      for (int i = 0; i < columns; i++) {
        row[i] = random.nextInt(50) - 10;
      }
    }
    return cost;
  }

  private static double total(double[][] cost, int[] columnOf) {
    double total = 0;
    for (int row = 0; row < cost.length; row++) {
      total += cost[row][columnOf[row]];
    }
    return total;
  }

  private static double cheapest(double[][] cost, int row, boolean[] taken) {
    if (row == cost.length) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int column = 0; column < taken.length; column++) {
      if (!taken[column]) {
        taken[column] = true;
        best = Math.min(best, cost[row][column] + cheapest(cost, row + 1, taken));
        taken[column] = false;
      }
    }
    return best;
  }
}
