package dev.plaza.catalog.search;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.plaza.catalog.search.SearchQuery.Position;
import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.security.Caller;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Search")
class SearchController {

  private final Searching searching;
  private final Cursors cursors;
  private final Clock clock;
  private final Timer duration;

  SearchController(Searching searching, Cursors cursors, MeterRegistry meters, Clock clock) {
    this.searching = searching;
    this.cursors = cursors;
    this.clock = clock;
    this.duration =
        Timer.builder("catalog.search.duration").publishPercentileHistogram().register(meters);
  }

  /// A page whose items are JSON already, because they may come from the cache.
  record Page(@JsonRawValue String items, @Nullable String nextCursor) {}

  @GetMapping("/restaurants")
  @Operation(summary = "Restaurants near a point")
  Page search(
      @RequestParam @Nullable String geo,
      @RequestParam(name = "radius_m") @Nullable String radiusM,
      @RequestParam @Nullable String filters,
      @RequestParam @Nullable String q,
      @RequestParam @Nullable String sort,
      @RequestParam @Nullable String at,
      @RequestParam @Nullable Integer limit,
      @RequestParam @Nullable String cursor,
      Caller caller) {
    var request = new SearchRequest(geo, radiusM, filters, q, sort, at, limit, cursor);
    var query = request.query(cursors, caller.subject(), clock.instant());
    var sample = Timer.start();
    var answer = searching.answer(query, at == null);
    sample.stop(duration);
    Position last = answer.last();
    return new Page(
        answer.items(),
        last == null ? null : request.next(query.at(answer.at()), last, cursors, caller.subject()));
  }
}
