package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The telephone in a courier's pocket: samples every second, sends two at once. What could not be
/// sent goes along with what comes next, the oldest of too many is lost.
final class Positions {

  private static final int BATCH = 2;
  private static final int KEPT_MAX = 60;

  private final Life life;
  private final Session session;
  private final List<Map<String, Object>> batch = new ArrayList<>();
  private long sampled = System.nanoTime();

  Positions(Life life, Session session) {
    this.life = life;
    this.session = session;
  }

  void ride(Point before, Point now, double speedMps) throws InterruptedException {
    add(now, before.bearingTo(now), speedMps);
    if (batch.size() >= BATCH) {
      send();
    }
  }

  void stand(Point place) throws InterruptedException {
    add(place, 0, 0);
    send();
  }

  /// How long ago the last sample was taken.
  Duration sinceLast() {
    return Duration.ofNanos(System.nanoTime() - sampled);
  }

  private void add(Point place, double bearing, double speedMps) {
    sampled = System.nanoTime();
    batch.add(
        Map.of(
            "lat", place.lat(),
            "lon", place.lon(),
            "accuracy_m", 5,
            "speed_mps", Math.round(speedMps * 10) / 10.0,
            "bearing_deg", Math.min(359.9, Math.round(bearing * 10) / 10.0),
            "ts", life.clock().instant().toString()));
  }

  private void send() throws InterruptedException {
    while (batch.size() > KEPT_MAX) {
      batch.removeFirst();
    }
    try {
      var answer = session.post("/courier/locations", Map.of("positions", batch));
      if (answer.ok() || !answer.transientFailure()) {
        batch.clear();
      }
      if (!answer.ok()) {
        life.tally().count("positions refused: " + answer.status() + " " + answer.code());
      }
      for (var refused : answer.body().path("refused")) {
        life.tally().count("position refused: " + refused.path("code").asString(""));
      }
    } catch (IOException e) {
      life.tally().away(Life.reason(e));
    }
  }
}
