package dev.plaza.dispatch.matching;

import java.util.Arrays;

/// Minimum-cost assignment of rows to columns by shortest augmenting paths with dual prices
/// (Kuhn–Munkres in the form of Jonker and Volgenant), O(rows² · columns).
///
/// Invariant: after each row is added, every assigned pair has reduced cost zero and every other
/// pair a non-negative one, hence the partial assignment is optimal.
final class AssignmentSolver {

  private final double[][] cost;
  private final int rows;
  private final int columns;
  private final double[] rowPrice;
  private final double[] columnPrice;

  /// Row of each column, 1-based; index 0 is the row being placed.
  private final int[] rowOf;

  private AssignmentSolver(double[][] cost) {
    this.cost = cost;
    this.rows = cost.length;
    this.columns = cost[0].length;
    this.rowPrice = new double[rows + 1];
    this.columnPrice = new double[columns + 1];
    this.rowOf = new int[columns + 1];
  }

  /// The column of each row; all rows are assigned.
  ///
  /// @param cost finite costs, at least as many columns as rows
  static int[] solve(double[][] cost) {
    if (cost.length == 0) {
      return new int[0];
    }
    if (cost.length > cost[0].length) {
      throw new IllegalArgumentException("more rows than columns");
    }
    var solver = new AssignmentSolver(cost);
    for (int row = 1; row <= solver.rows; row++) {
      solver.place(row);
    }
    var columnOf = new int[solver.rows];
    for (int column = 1; column <= solver.columns; column++) {
      if (solver.rowOf[column] > 0) {
        columnOf[solver.rowOf[column] - 1] = column - 1;
      }
    }
    return columnOf;
  }

  private void place(int row) {
    rowOf[0] = row;
    var slack = new double[columns + 1];
    var cameFrom = new int[columns + 1];
    var visited = new boolean[columns + 1];
    Arrays.fill(slack, Double.POSITIVE_INFINITY);
    int column = 0;
    do {
      visited[column] = true;
      column = relax(column, slack, cameFrom, visited);
    } while (rowOf[column] != 0);
    while (column != 0) {
      int before = cameFrom[column];
      rowOf[column] = rowOf[before];
      column = before;
    }
  }

  /// Relaxes the edges of the row that holds `from`, moves the prices, gives the nearest column.
  private int relax(int from, double[] slack, int[] cameFrom, boolean[] visited) {
    int row = rowOf[from];
    double[] line = cost[row - 1];
    double delta = Double.POSITIVE_INFINITY;
    int nearest = 0;
    for (int column = 1; column <= columns; column++) {
      if (visited[column]) {
        continue;
      }
      double reduced = line[column - 1] - rowPrice[row] - columnPrice[column];
      if (reduced < slack[column]) {
        slack[column] = reduced;
        cameFrom[column] = from;
      }
      if (slack[column] < delta) {
        delta = slack[column];
        nearest = column;
      }
    }
    for (int column = 0; column <= columns; column++) {
      if (visited[column]) {
        rowPrice[rowOf[column]] += delta;
        columnPrice[column] -= delta;
      } else {
        slack[column] -= delta;
      }
    }
    return nearest;
  }
}
