package dev.plaza.quota.standing;

import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.quota.authority.Book;
import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.offer.OfferBody;
import dev.plaza.quota.offer.OfferId;
import dev.plaza.quota.offer.Offers;
import dev.plaza.quota.ownership.ShardMap;
import io.swagger.v3.oas.annotations.Hidden;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StandingController {

  static final String SHARDS = "/quota/shards/offers/";

  /// Every owner that reaches the authority has looked for changes twice by then.
  private static final Duration RECALL_BOUND = Duration.ofSeconds(3);

  private final Offers offers;
  private final Book book;
  private final Standings standings;
  private final ShardMap map;
  private final Clock clock;

  StandingController(Offers offers, Book book, Standings standings, ShardMap map, Clock clock) {
    this.offers = offers;
    this.book = book;
    this.standings = standings;
    this.map = map;
    this.clock = clock;
  }

  /// Creates or replaces. What is spent stays spent: a limit below it leaves nothing and shows by
  /// how much it is exceeded.
  @PutMapping("/offers/{id}")
  ResponseEntity<OfferView> put(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @PathVariable String id,
      @RequestBody OfferBody body) {
    caller.require(Role.OPS);
    Offers.Saved saved = offers.save(id, body);
    Offer offer = saved.offer();
    book.put(offer);
    map.refresh(offer.id());
    Instant now = clock.instant();
    Instant effective = saved.lowered() ? now.plus(RECALL_BOUND) : now;
    var view = OfferView.of(offer, standings.of(offer.id(), token), effective);
    return saved.created()
        ? ResponseEntity.created(URI.create("/offers/" + offer.id())).body(view)
        : ResponseEntity.ok(view);
  }

  @GetMapping("/offers/{id}")
  OfferView get(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @PathVariable String id) {
    caller.require(Role.OPS, Role.SERVICE);
    String canonical = OfferId.canonical(id);
    Offer offer =
        (canonical == null ? java.util.Optional.<Offer>empty() : book.find(canonical))
            .orElseThrow(ProblemException::notFound);
    return OfferView.of(offer, standings.of(offer.id(), token), null);
  }

  @Hidden
  @GetMapping(SHARDS + "{id}")
  Standings.Shards shards(Caller caller, @PathVariable String id) {
    caller.require(Role.OPS, Role.SERVICE);
    return new Standings.Shards(standings.here(id));
  }
}
