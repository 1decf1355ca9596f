package dev.plaza.dev.city;

import dev.plaza.dev.client.Geo.Point;
import dev.plaza.dev.client.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Where a courier is, and the telephone in the pocket that says so: samples every second, sends
/// two at once. What could not be sent goes along with what comes next, the oldest of too many is
/// lost.
final class Positions {

  private static final double SPEED_MPS = 5;
  private static final int BATCH = 2;
  private static final int KEPT_MAX = 60;

  private final Life life;
  private final Session session;
  private final List<Map<String, Object>> batch = new ArrayList<>();
  private Point place;
  private long sampled = System.nanoTime();

  Positions(Life life, Session session, Point place) {
    this.life = life;
    this.session = session;
    this.place = place;
  }

  boolean at(Point target) {
    return place.metresTo(target) < 1;
  }

  /// Where the platform knows the courier to be.
  void place(Point known) {
    place = known;
  }

  /// Rides straight towards `target` for `time`, and stays there.
  void towards(Point target, Duration time) throws InterruptedException {
    var before = place;
    var speed = SPEED_MPS * life.factor();
    place = before.towards(target, speed * time.toMillis() / 1000);
    if (place.equals(before)) {
      stand();
      return;
    }
    add(before.bearingTo(place), before.metresTo(place) * 1000 / time.toMillis());
    if (batch.size() >= BATCH) {
      send();
    }
  }

  void stand() throws InterruptedException {
    add(0, 0);
    send();
  }

  /// How long ago the last sample was taken.
  Duration sinceLast() {
    return Duration.ofNanos(System.nanoTime() - sampled);
  }

  private void add(double bearing, double speedMps) {
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
