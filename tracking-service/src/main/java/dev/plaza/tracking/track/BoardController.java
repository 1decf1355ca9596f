package dev.plaza.tracking.track;

import dev.plaza.contracts.Place;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BoardController {

  private static final double RADIUS_M_MAX = 50_000;
  private static final int LIMIT_MAX = 500;

  private final Board board;

  BoardController(Board board) {
    this.board = board;
  }

  /// @param geo `<lat>,<lon>` of the centre
  @GetMapping("/track/board")
  Board.View near(
      Caller caller,
      @RequestParam String geo,
      @RequestParam(name = "radius_m", defaultValue = "5000") double radiusM,
      @RequestParam(defaultValue = "300") int limit) {
    caller.require(Role.OPS);
    if (!(radiusM > 0 && radiusM <= RADIUS_M_MAX)) {
      throw malformed("radius_m", "is not in 1..50000");
    }
    if (limit < 1 || limit > LIMIT_MAX) {
      throw malformed("limit", "is not in 1..500");
    }
    return board.near(place(geo), radiusM, limit);
  }

  private static Place place(String geo) {
    String[] parts = geo.split(",", -1);
    if (parts.length == 2) {
      try {
        return new Place(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
      } catch (IllegalArgumentException _) {
        // Told below, as one thing.
      }
    }
    throw malformed("geo", "is not <lat>,<lon>");
  }

  private static ProblemException malformed(String parameter, String detail) {
    return new ProblemException(CommonProblem.MALFORMED, "A parameter is wrong.")
        .at(parameter, detail);
  }
}
