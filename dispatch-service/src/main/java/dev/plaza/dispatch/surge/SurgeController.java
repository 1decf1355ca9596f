package dev.plaza.dispatch.surge;

import dev.plaza.contracts.Place;
import dev.plaza.dispatch.courier.CourierCells;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The surge at a place.
@RestController
class SurgeController {

  private static final int GEO_LENGTH_MAX = 64;

  private final SurgeStore store;
  private final SurgeProperties properties;

  SurgeController(SurgeStore store, SurgeProperties properties) {
    this.store = store;
    this.properties = properties;
  }

  /// @param feeMultiplier what the delivery fee is multiplied by: 1 is no surge
  record SurgeView(String cell, int level, double feeMultiplier, @Nullable Instant validUntil) {}

  @GetMapping("/dispatch/surge")
  SurgeView at(@RequestParam String geo, Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
    var cell = CourierCells.name(CourierCells.cell(place(geo)));
    return store
        .find(cell)
        .map(it -> view(cell, it.state().level(), it.validUntil()))
        .orElseGet(() -> view(cell, 0, null));
  }

  private SurgeView view(String cell, int level, @Nullable Instant validUntil) {
    return new SurgeView(cell, level, properties.percent(level) / 100.0, validUntil);
  }

  private static Place place(String geo) {
    var parts = geo.split(",", -1);
    if (geo.length() <= GEO_LENGTH_MAX && parts.length == 2) {
      try {
        return new Place(
            Double.parseDouble(parts[0].strip()), Double.parseDouble(parts[1].strip()));
      } catch (IllegalArgumentException _) {
        // Said below.
      }
    }
    throw new ProblemException(CommonProblem.MALFORMED, "geo must be <lat>,<lon> in degrees.")
        .at("geo", "lat within ±90 and lon within ±180");
  }
}
