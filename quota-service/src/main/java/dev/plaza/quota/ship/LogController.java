package dev.plaza.quota.ship;

import dev.plaza.platform.paging.Cursors;
import dev.plaza.platform.paging.Page;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import dev.plaza.quota.offer.OfferId;
import dev.plaza.quota.offer.Offers;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class LogController {

  private final Offers offers;
  private final LogPages pages;

  LogController(Offers offers, LogPages pages) {
    this.offers = offers;
    this.pages = pages;
  }

  @GetMapping("/offers/{id}/log")
  Page<LogPages.Entry> log(
      Caller caller,
      @PathVariable String id,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Nullable Integer limit) {
    caller.require(Role.OPS, Role.SERVICE);
    int size = Cursors.limit(limit);
    String offer = OfferId.canonical(id);
    if (offer == null || offers.find(offer).isEmpty()) {
      throw ProblemException.notFound();
    }
    return pages.page(offer, cursor, size);
  }
}
