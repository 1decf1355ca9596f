package dev.plaza.quota.redemption;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class RedemptionController {

  private static final int BATCH_MAX = 1_000;

  private final Intake intake;
  private final Router router;
  private final Redemptions redemptions;
  private final Views views;

  RedemptionController(Intake intake, Router router, Redemptions redemptions, Views views) {
    this.intake = intake;
    this.router = router;
    this.redemptions = redemptions;
    this.views = views;
  }

  record BatchBody(@Nullable List<@Nullable SpendBody> items) {}

  @PostMapping("/redemptions")
  ResponseEntity<RedemptionAnswer> redeem(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @RequestBody SpendBody body) {
    allow(caller);
    Addressed command = intake.spend(body);
    UUID guid = command.command().guid();
    RedemptionAnswer answer = RedemptionAnswer.of(guid, router.send(command, token));
    return ResponseEntity.created(URI.create("/redemptions/" + guid)).body(answer);
  }

  /// An answer per item: what is wrong with one is no matter of the others.
  @PostMapping("/redemptions/batch")
  BatchAnswer redeem(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @RequestBody BatchBody body) {
    allow(caller);
    List<@Nullable SpendBody> items = items(body);
    var answers = new BatchAnswer.@Nullable Item[items.size()];
    var commands = new ArrayList<Addressed>(items.size());
    var places = new ArrayList<Integer>(items.size());
    for (int i = 0; i < items.size(); i++) {
      SpendBody item = items.get(i);
      try {
        commands.add(intake.spend(item == null ? NOTHING : item));
        places.add(i);
      } catch (ProblemException e) {
        answers[i] = BatchAnswer.Item.of(item == null ? null : item.guid(), i, e);
      }
    }
    List<Outcome> outcomes = router.send(commands, token);
    for (int i = 0; i < outcomes.size(); i++) {
      answers[places.get(i)] =
          BatchAnswer.Item.of(commands.get(i).command().guid(), outcomes.get(i));
    }
    return new BatchAnswer(List.of(answers));
  }

  private static final SpendBody NOTHING =
      new SpendBody(null, null, null, null, null, null, null, null);

  private static List<@Nullable SpendBody> items(BatchBody body) {
    var problem = new ProblemException(CommonProblem.INVALID, "The batch breaks a rule.");
    if (body.items() == null) {
      throw problem.at("/items", "is required");
    }
    if (body.items().isEmpty() || body.items().size() > BATCH_MAX) {
      throw problem.at("/items", "has not 1 to " + BATCH_MAX + " items");
    }
    return body.items();
  }

  record ConfirmBody(SpendBody.@Nullable AmountBody amount) {}

  /// Makes a reservation final, for less money if the body says so: the rest is free again.
  @PostMapping("/redemptions/{guid}/confirm")
  RedemptionAnswer confirm(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @PathVariable String guid,
      @RequestBody(required = false) @Nullable ConfirmBody body,
      @RequestParam(name = "offer_id", required = false) @Nullable String offerId,
      @RequestParam(name = "user_id", required = false) @Nullable String userId) {
    allow(caller);
    UUID id = id(guid);
    var hints = new Redemptions.Hints(offerId, userId);
    Long amount = null;
    if (body != null && body.amount() != null) {
      amount = intake.amount(body.amount(), view(id, hints, token).offerId());
    }
    return RedemptionAnswer.of(id, redemptions.confirm(id, amount, hints, token));
  }

  /// Takes it back, whatever it is; twice is harmless, and so is what was never heard of.
  @DeleteMapping("/redemptions/{guid}")
  RedemptionAnswer reverse(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @PathVariable String guid,
      @RequestParam(name = "offer_id", required = false) @Nullable String offerId,
      @RequestParam(name = "user_id", required = false) @Nullable String userId) {
    allow(caller);
    UUID id = id(guid);
    return RedemptionAnswer.of(
        id, redemptions.reverse(id, new Redemptions.Hints(offerId, userId), token));
  }

  @GetMapping("/redemptions/{guid}")
  RedemptionView get(
      Caller caller,
      @RequestHeader(HttpHeaders.AUTHORIZATION) String token,
      @PathVariable String guid,
      @RequestParam(name = "offer_id", required = false) @Nullable String offerId,
      @RequestParam(name = "user_id", required = false) @Nullable String userId) {
    allow(caller);
    return view(id(guid), new Redemptions.Hints(offerId, userId), token);
  }

  private RedemptionView view(UUID id, Redemptions.Hints hints, String token) {
    OptionalInt near = redemptions.near(id, hints);
    if (near.isPresent()) {
      Optional<RedemptionView> view = views.anywhere(near.getAsInt(), id, token);
      if (view.isPresent()) {
        return view.get();
      }
    }
    OptionalInt found = redemptions.search(id, token);
    return (found.isPresent() && !found.equals(near)
            ? views.anywhere(found.getAsInt(), id, token)
            : views.marked(id, token))
        .orElseThrow(Redemptions::unknown);
  }

  private static void allow(Caller caller) {
    caller.require(Role.SERVICE, Role.OPS);
  }

  private static UUID id(String text) {
    UUID guid = Intake.guid(text);
    if (guid == null) {
      throw new ProblemException(CommonProblem.INVALID, "The guid breaks a rule.")
          .at("guid", "is not a UUID");
    }
    return guid;
  }
}
