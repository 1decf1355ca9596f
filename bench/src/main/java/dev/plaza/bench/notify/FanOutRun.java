package dev.plaza.bench.notify;

import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// A list is turned into deliveries that are due in 300 days, so that nothing else goes on. Part of
/// the way the instance is killed, and another one goes on.
final class FanOutRun {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int POLL_MILLIS = 250;
  private static final double KILLED_AT = 0.4;

  private final Starting starting;
  private final Database database;

  FanOutRun(Starting starting, Database database) {
    this.starting = starting;
    this.database = database;
  }

  /// Starts an instance of the service.
  interface Starting {
    ServiceProcess start() throws Exception;
  }

  void run(int members) throws Exception {
    database.members("million", members);
    var first = starting.start();
    first.template("bench.million", "plain");
    long began = System.nanoTime();
    first.ask(
        """
        {"template":"bench.million","channels":["email"],"topic":"million","data":{"name":"x"},
         "send_at":"%sT00:00:00Z"}"""
            .formatted(LocalDate.now(ZoneOffset.UTC).plusDays(300)));
    long killedAt = await(first, (long) (members * KILLED_AT), began);
    first.kill();
    double before = (System.nanoTime() - began) / 1e9;
    try (var second = starting.start()) {
      long resumed = System.nanoTime();
      await(second, members, resumed);
      double after = (System.nanoTime() - resumed) / 1e9;
      long made = database.deliveries("bench.million");
      System.out.printf(
          "fan-out of %d: %.0f rows/s, %.0f after kill -9 at %d; made %d, heap at most %d MB%n",
          members,
          killedAt / before,
          (members - killedAt) / after,
          killedAt,
          made,
          Math.max(first.heapMegabytesMax(), second.heapMegabytesMax()));
    }
  }

  private long await(ServiceProcess service, long rows, long began)
      throws SQLException, InterruptedException {
    long done = database.recipients("bench.million");
    while (done < rows) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IllegalStateException("only " + done + " of " + rows);
      }
      service.noteHeap();
      Thread.sleep(POLL_MILLIS);
      done = database.recipients("bench.million");
    }
    return done;
  }
}
