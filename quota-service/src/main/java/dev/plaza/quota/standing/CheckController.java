package dev.plaza.quota.standing;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.quota.authority.Book;
import dev.plaza.quota.offer.Money;
import dev.plaza.quota.offer.Offer;
import dev.plaza.quota.offer.OfferId;
import dev.plaza.quota.offer.Person;
import dev.plaza.quota.standing.Applicability.Order;
import dev.plaza.quota.standing.Applicability.Use;
import io.swagger.v3.oas.annotations.Hidden;
import java.time.Clock;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CheckController {

  private final Book book;
  private final Uses uses;
  private final PersonalUse personal;
  private final Clock clock;

  CheckController(Book book, Uses uses, PersonalUse personal, Clock clock) {
    this.book = book;
    this.uses = uses;
    this.personal = personal;
    this.clock = clock;
  }

  /// Read-only, and a forecast: only a redemption decides. While the authority is away it goes by
  /// the rules and the person's own use.
  @PostMapping("/offers/{id}/check")
  CheckAnswer check(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @PathVariable String id,
      @RequestBody CheckBody body) {
    caller.require(Role.SERVICE, Role.OPS);
    Order order = order(body);
    String canonical = OfferId.canonical(id);
    Optional<Offer> found = canonical == null ? Optional.empty() : book.find(canonical);
    if (found.isEmpty()) {
      return CheckAnswer.unknown(id);
    }
    Offer offer = found.get();
    Use use = uses.of(offer, order.user(), Applicability.cost(offer, order), token);
    return Applicability.judge(offer, order, use, clock.instant());
  }

  /// Between instances: canonical ids.
  @Hidden
  @GetMapping(PersonalUse.PATH)
  PersonalUse.Units use(
      Caller caller,
      @PathVariable int shard,
      @RequestParam String offer,
      @RequestParam String user) {
    caller.require(Role.SERVICE, Role.OPS);
    return new PersonalUse.Units(
        personal.here(shard, offer, user).orElseThrow(ProblemException::notFound));
  }

  private static Order order(CheckBody body) {
    var wrong = new ProblemException(CommonProblem.INVALID, "The question breaks a rule.");
    String user = body.userId() == null ? null : Person.canonical(body.userId());
    if (user == null) {
      wrong.at("/user_id", Person.RULE);
    }
    CheckBody.SubtotalBody subtotal = body.subtotal();
    Long amount = subtotal == null ? null : subtotal.amount();
    String currency = subtotal == null ? null : subtotal.currency();
    if (amount == null || amount < 0 || amount > Money.AMOUNT_MAX) {
      wrong.at("/subtotal/amount", "is not in 0.." + Money.AMOUNT_MAX);
    }
    if (currency == null || !Money.isCurrency(currency)) {
      wrong.at("/subtotal/currency", "is no ISO 4217 currency");
    }
    if (user == null || amount == null || currency == null || !wrong.errors().isEmpty()) {
      throw wrong;
    }
    return new Order(user, body.restaurantId(), new Money(amount, currency), body.firstOrder());
  }
}
