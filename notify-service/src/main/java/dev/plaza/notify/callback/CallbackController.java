package dev.plaza.notify.callback;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.security.SecureRandom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// A service's own callback: signed like Standard Webhooks, told again until it is taken.
@RestController
@RequestMapping("/notify/callback")
class CallbackController {

  private static final int SECRET_BYTES = 32;

  private final CallbackStore store;
  private final CallbackUrls urls;
  private final SecureRandom random = new SecureRandom();

  CallbackController(CallbackStore store, CallbackUrls urls) {
    this.store = store;
    this.urls = urls;
  }

  record Wanted(@NotBlank String url) {}

  /// @param since null: from the beginning
  /// @param all also what was taken before
  record Replay(@Nullable Instant since, @Nullable Boolean all) {}

  record Replayed(int replayed) {}

  /// @param secret the one to check `webhook-signature` with
  /// @param disabledAt since when it is called no more, e.g. because it answered 410
  record View(
      String url,
      String secret,
      @Nullable Instant disabledAt,
      @Nullable String reason,
      long waiting,
      long givenUp) {}

  @PutMapping
  @Transactional
  View put(@Valid @RequestBody Wanted wanted, Caller caller) {
    caller.require(Role.SERVICE);
    if (!urls.isAllowed(wanted.url())) {
      throw new ProblemException(CommonProblem.INVALID, "See the errors.")
          .at("/url", "is not an https URL of a public host");
    }
    store.put(caller.subject(), wanted.url(), secret());
    return get(caller);
  }

  @GetMapping
  View get(Caller caller) {
    caller.require(Role.SERVICE);
    Callback it = store.find(caller.subject()).orElseThrow(ProblemException::notFound);
    var counts = store.counts(caller.subject());
    return new View(
        it.url(), it.secret(), it.disabledAt(), it.reason(), counts.waiting(), counts.givenUp());
  }

  /// Both secrets sign until the next change.
  @PostMapping("/rotate")
  View rotate(Caller caller) {
    caller.require(Role.SERVICE);
    if (!store.rotate(caller.subject(), secret())) {
      throw ProblemException.notFound();
    }
    return get(caller);
  }

  @PostMapping("/replay")
  Replayed replay(@Valid @RequestBody Replay wanted, Caller caller) {
    caller.require(Role.SERVICE);
    Instant since = wanted.since() == null ? Instant.EPOCH : wanted.since();
    return new Replayed(store.replay(caller.subject(), since, Boolean.TRUE.equals(wanted.all())));
  }

  @DeleteMapping
  @Transactional
  ResponseEntity<Void> remove(Caller caller) {
    caller.require(Role.SERVICE);
    if (!store.remove(caller.subject())) {
      throw ProblemException.notFound();
    }
    return ResponseEntity.noContent().build();
  }

  private String secret() {
    var bytes = new byte[SECRET_BYTES];
    random.nextBytes(bytes);
    return Callback.secret(bytes);
  }
}
