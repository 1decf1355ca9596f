package dev.plaza.bench.notify;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/// A mail to everybody on a list, and critical ones that must not wait for it.
final class Campaign {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long URGENT_EVERY_MILLIS = 100;

  private final ServiceProcess service;
  private final SmtpSink sink;
  private final Database database;

  Campaign(ServiceProcess service, SmtpSink sink, Database database) {
    this.service = service;
    this.sink = sink;
    this.database = database;
  }

  /// @param urgentMillis how long critical ones took from the request to the sink, sorted
  record Result(double seconds, List<Double> urgentMillis) {

    String waits() {
      int n = urgentMillis.size();
      return "critical mail beside it: p50 %.0f ms  p99 %.0f ms  max %.0f ms  (%d)"
          .formatted(
              urgentMillis.get(n / 2), urgentMillis.get(n * 99 / 100), urgentMillis.getLast(), n);
    }
  }

  /// From the request until the sink has all of them.
  Result run(String topic, int mails) throws SQLException, InterruptedException {
    database.members(topic, mails);
    long before = sink.messages();
    long began = System.nanoTime();
    service.ask(
        """
        {"template":"bench.mail","channels":["email"],"topic":"%s","data":{"name":"x"}}"""
            .formatted(topic));
    var waits = new ArrayList<Double>();
    while (sink.messages() - before - waits.size() < mails) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IllegalStateException("only " + (sink.messages() - before) + " of " + mails);
      }
      waits.add(urgent());
      Thread.sleep(URGENT_EVERY_MILLIS);
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    Collections.sort(waits);
    return new Result(seconds, waits);
  }

  private double urgent() throws InterruptedException {
    String to = "urgent-" + UUID.randomUUID() + "@plaza.example";
    long began = System.nanoTime();
    service.ask(
        """
        {"template":"bench.urgent","data":{"name":"x"},"recipients":[{"email":"%s"}]}"""
            .formatted(to));
    Long at = sink.at(to);
    while (at == null) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IllegalStateException("a critical message did not come");
      }
      Thread.sleep(2);
      at = sink.at(to);
    }
    return (at - began) / 1e6;
  }
}
