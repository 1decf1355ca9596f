package dev.plaza.quota.redemption;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import io.swagger.v3.oas.annotations.Hidden;
import java.util.List;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// What instances ask each other. Answers only for shards that are here: one hop, never two.
@Hidden
@RestController
class PeerController {

  static final String COMMANDS = "/quota/shards/commands";
  static final String REDEMPTIONS = "/quota/shards/redemptions/";
  static final String MARKS = "/quota/shards/marks/";

  private static final int ITEMS_MAX = 2_000;

  private final Router router;
  private final Locator locator;
  private final Views views;

  PeerController(Router router, Locator locator, Views views) {
    this.router = router;
    this.locator = locator;
    this.views = views;
  }

  @PostMapping(COMMANDS)
  Wire.Replies commands(Caller caller, @RequestBody Wire.Commands commands) {
    caller.require(Role.SERVICE, Role.OPS);
    var addressed = addressed(commands);
    return new Wire.Replies(router.decide(addressed).stream().map(Wire.Reply::of).toList());
  }

  private static List<Addressed> addressed(Wire.Commands commands) {
    var problem = new ProblemException(CommonProblem.MALFORMED, "This is between instances.");
    if (commands.items() == null || commands.items().size() > ITEMS_MAX) {
      throw problem.at("/items", "is not there or too long");
    }
    try {
      return commands.items().stream().map(Wire.Item::addressed).toList();
    } catch (IllegalArgumentException e) {
      throw problem.at("/items", String.valueOf(e.getMessage()));
    }
  }

  @GetMapping(REDEMPTIONS + "{guid}")
  Locator.Known redemption(Caller caller, @PathVariable UUID guid) {
    caller.require(Role.SERVICE, Role.OPS);
    var shard = locator.here(guid);
    if (shard.isEmpty()) {
      throw ProblemException.notFound();
    }
    return new Locator.Known(shard.getAsInt());
  }

  @GetMapping(MARKS + "{guid}")
  RedemptionView mark(Caller caller, @PathVariable UUID guid) {
    caller.require(Role.SERVICE, Role.OPS);
    return views.markedHere(guid).orElseThrow(ProblemException::notFound);
  }

  @GetMapping("/quota/shards/{shard}/redemptions/{guid}")
  RedemptionView view(Caller caller, @PathVariable int shard, @PathVariable UUID guid) {
    caller.require(Role.SERVICE, Role.OPS);
    return views.here(shard, guid).orElseThrow(ProblemException::notFound);
  }
}
