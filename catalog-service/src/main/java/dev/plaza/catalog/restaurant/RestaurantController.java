package dev.plaza.catalog.restaurant;

import dev.plaza.catalog.hours.HoursNote;
import dev.plaza.catalog.hours.HoursPlace;
import dev.plaza.catalog.hours.OpeningHours;
import dev.plaza.catalog.hours.Timetables;
import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/restaurants/{id}")
@Tag(name = "Restaurants")
class RestaurantController {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private final Restaurants restaurants;
  private final Timetables timetables;
  private final Offers offers;
  private final RestaurantProperties properties;
  private final Clock clock;

  RestaurantController(
      Restaurants restaurants,
      Timetables timetables,
      Offers offers,
      RestaurantProperties properties,
      Clock clock) {
    this.restaurants = restaurants;
    this.timetables = timetables;
    this.offers = offers;
    this.properties = properties;
    this.clock = clock;
  }

  @GetMapping
  @Operation(summary = "A restaurant, and whether it takes orders now or at another moment")
  RestaurantView get(@PathVariable String id, @RequestParam @Nullable Instant at, Caller caller) {
    return view(restaurants.get(id), at, caller);
  }

  @PutMapping
  @Operation(summary = "Create or replace a restaurant (its staff, ops)")
  ResponseEntity<RestaurantView> put(
      @PathVariable String id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody @Valid RestaurantRequest request,
      Caller caller) {
    Ownership.check(caller, id);
    if (!ID.matcher(id).matches() || id.equals("import")) {
      throw new ProblemException(CommonProblem.INVALID, "The restaurant's id is not usable.")
          .at("id", "must be 1 to 64 of A-Z a-z 0-9 . _ -");
    }
    request.check();
    boolean rates = caller.is(Role.OPS);
    var stored =
        restaurants.put(
            id,
            ifMatch == null ? null : EntityTags.version(ifMatch),
            before -> request.over(before, rates));
    return ResponseEntity.status(stored.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .eTag("\"" + stored.restaurant().revision() + "\"")
        .body(view(stored.restaurant(), null, caller));
  }

  /// @param minutes from now on; a pause that runs is replaced
  record PauseRequest(@NotNull @Min(1) Integer minutes) {}

  @PostMapping("/pause")
  @Operation(summary = "Take no orders for some minutes (its staff, ops)")
  RestaurantView pause(
      @PathVariable String id, @RequestBody @Valid PauseRequest request, Caller caller) {
    Ownership.check(caller, id);
    int max = properties.pauseMinutesMax();
    if (request.minutes() > max) {
      throw new ProblemException(CommonProblem.INVALID, "Longer closures belong into the hours.")
          .at("/minutes", "must be at most " + max);
    }
    var until =
        clock.instant().plus(Duration.ofMinutes(request.minutes())).truncatedTo(ChronoUnit.SECONDS);
    return view(restaurants.pause(id, until), null, caller);
  }

  @PostMapping("/resume")
  @Operation(summary = "Take orders again (its staff, ops)")
  RestaurantView resume(@PathVariable String id, Caller caller) {
    Ownership.check(caller, id);
    return view(restaurants.pause(id, null), null, caller);
  }

  private RestaurantView view(Restaurant restaurant, @Nullable Instant at, Caller caller) {
    var now = clock.instant();
    var moment = at == null ? now : Moments.inReach(at, now);
    var profile = restaurant.profile();
    var opening =
        Opening.at(
            moment,
            profile.timetable(timetables),
            restaurant.pausedUntil(),
            Duration.ofMinutes(profile.prepMinutes()));
    var warnings =
        caller.is(Role.OPS) || caller.isStaffOf(restaurant.id())
            ? warnings(profile)
            : List.<HoursNote>of();
    return RestaurantView.of(restaurant, opening, offers.anywhere(profile), warnings, now);
  }

  private List<HoursNote> warnings(Profile profile) {
    var place =
        HoursPlace.of(
            profile.zone(), profile.country(), profile.location().lat(), profile.location().lon());
    var today = clock.instant().atZone(profile.zone()).toLocalDate();
    return OpeningHours.parse(profile.hours()).notes(today, place);
  }
}
