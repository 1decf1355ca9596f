package dev.plaza.platform.idempotency;

import dev.plaza.platform.problem.CommonProblem;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.problem.Problems;
import dev.plaza.platform.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/// Runs the effect of a request once per `Idempotency-Key`
/// (draft-ietf-httpapi-idempotency-key-header-07).
///
/// Effect and remembered answer are one database transaction under one advisory lock, so there is
/// no moment in which a crash could leave the one without the other, and no lock to expire:
///
/// 1. lock (caller, method, path, key) or answer 409 `idempotency_in_progress`;
/// 2. known and same body: the first answer again; other body: 422 `idempotency_key_reused`;
/// 3. unknown: run the effect. 2xx and 4xx are stored, the latter after the effect's own changes
///    are rolled back to a savepoint. 5xx and time-outs roll everything back and store nothing.
///
/// The effect must change nothing but this database; what goes elsewhere goes through the outbox
/// or a command table.
public final class Idempotency {

  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotent-Replayed";
  private static final int KEY_MAX = 255;
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final IdempotencyStore store;
  private final TransactionTemplate transaction;
  private final TransactionTemplate savepoint;
  private final Problems problems;
  private final JsonMapper json;

  Idempotency(
      IdempotencyStore store,
      TransactionTemplate transaction,
      TransactionTemplate savepoint,
      Problems problems,
      JsonMapper json) {
    this.store = store;
    this.transaction = transaction;
    this.savepoint = savepoint;
    this.problems = problems;
    this.json = json;
  }

  /// A request's key and the print of its body.
  public static final class Keyed {
    private final IdempotencyStore.Scope scope;
    private final byte[] fingerprint;

    private Keyed(IdempotencyStore.Scope scope, byte[] fingerprint) {
      this.scope = scope;
      this.fingerprint = fingerprint;
    }
  }

  /// @param body what was asked, as read; its JSON is the request's fingerprint
  public Keyed keyed(HttpServletRequest request, Caller caller, Object body) {
    var scope =
        new IdempotencyStore.Scope(
            caller.subject(), request.getMethod(), request.getRequestURI(), key(request));
    return new Keyed(scope, Fingerprint.of(json.writeValueAsBytes(body)));
  }

  /// @param body what was asked, as read; its JSON is the request's fingerprint
  public <T> ResponseEntity<?> once(
      HttpServletRequest request, Caller caller, Object body, Supplier<ResponseEntity<T>> effect) {
    Keyed keyed = keyed(request, caller, body);
    ResponseEntity<?> answer = transaction.execute(_ -> locked(keyed, effect));
    if (answer == null) {
      throw new IllegalStateException("a transaction without answer");
    }
    return answer;
  }

  /// Many requests in one transaction, for about the price of one. Only what is plain is answered
  /// here: new requests, as far as the effect answers them, and repeated ones. Whoever is absent
  /// from the answers, and everybody when this throws, goes on by [#once] and is told by it what
  /// is wrong with him.
  ///
  /// @param effect what the new ones ask for; it may leave some of them out, undone
  public Map<Keyed, ResponseEntity<?>> together(
      List<Keyed> requests, Function<List<Keyed>, Map<Keyed, ResponseEntity<?>>> effect) {
    var byScope = new LinkedHashMap<IdempotencyStore.Scope, Keyed>();
    requests.forEach(it -> byScope.putIfAbsent(it.scope, it));
    var answers = transaction.execute(_ -> lockedTogether(byScope, effect));
    if (answers == null) {
      throw new IllegalStateException("a transaction without answers");
    }
    return answers;
  }

  private Map<Keyed, ResponseEntity<?>> lockedTogether(
      Map<IdempotencyStore.Scope, Keyed> byScope,
      Function<List<Keyed>, Map<Keyed, ResponseEntity<?>>> effect) {
    var locked = store.lock(List.copyOf(byScope.keySet()));
    var known = store.find(locked);
    var answers = new HashMap<Keyed, ResponseEntity<?>>();
    var fresh = new ArrayList<Keyed>();
    for (IdempotencyStore.Scope scope : locked) {
      Keyed request = Objects.requireNonNull(byScope.get(scope));
      var first = known.get(scope);
      if (first == null) {
        fresh.add(request);
      } else if (MessageDigest.isEqual(first.fingerprint(), request.fingerprint)) {
        answers.put(request, replay(first));
      }
    }
    if (!fresh.isEmpty()) {
      var given = effect.apply(fresh);
      var kept = new HashMap<IdempotencyStore.Scope, IdempotencyStore.Answer>();
      given.forEach((request, answer) -> kept.put(request.scope, kept(request, answer)));
      store.save(kept);
      answers.putAll(given);
    }
    return answers;
  }

  private <T> ResponseEntity<?> locked(Keyed request, Supplier<ResponseEntity<T>> effect) {
    var scope = request.scope;
    if (store.lock(List.of(scope)).isEmpty()) {
      throw new ProblemException(
              CommonProblem.IDEMPOTENCY_IN_PROGRESS, "The first request is still running.")
          .retryAfter(RETRY);
    }
    var known = store.find(List.of(scope)).get(scope);
    if (known != null) {
      if (!MessageDigest.isEqual(known.fingerprint(), request.fingerprint)) {
        throw new ProblemException(
            CommonProblem.IDEMPOTENCY_KEY_REUSED,
            "This key belongs to a request with another body.");
      }
      return replay(known);
    }
    ResponseEntity<?> answer = run(scope.path(), effect);
    store.save(Map.of(scope, kept(request, answer)));
    return answer;
  }

  private IdempotencyStore.Answer kept(Keyed request, ResponseEntity<?> answer) {
    return new IdempotencyStore.Answer(
        request.fingerprint,
        answer.getStatusCode().value(),
        contentType(answer),
        location(answer),
        answer.getBody() == null ? null : json.writeValueAsBytes(answer.getBody()));
  }

  /// A rule's refusal is an answer to keep, but nothing the effect did before it may stay.
  private <T> ResponseEntity<?> run(String path, Supplier<ResponseEntity<T>> effect) {
    try {
      ResponseEntity<?> answer = savepoint.execute(_ -> effect.get());
      if (answer == null) {
        throw new IllegalStateException("an effect without answer");
      }
      return answer;
    } catch (ProblemException e) {
      if (e.code().status() >= 500 || e.code().status() == 429) {
        throw e;
      }
      return problems.answer(e, path);
    }
  }

  private static ResponseEntity<?> replay(IdempotencyStore.Answer known) {
    var answer =
        ResponseEntity.status(HttpStatusCode.valueOf(known.status())).header(REPLAYED, "true");
    if (known.location() != null) {
      answer.header("Location", known.location());
    }
    if (known.contentType() != null) {
      answer.contentType(MediaType.parseMediaType(known.contentType()));
    }
    return answer.body(known.body());
  }

  /// The draft's header is a quoted structured-field string; a bare token is taken as well.
  private static String key(HttpServletRequest request) {
    String key = request.getHeader(HEADER);
    if (key != null && key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"")) {
      key = key.substring(1, key.length() - 1);
    }
    if (key == null || key.isBlank()) {
      throw new ProblemException(
          CommonProblem.IDEMPOTENCY_KEY_REQUIRED, "Send a key of your own, 1 to 255 characters.");
    }
    if (key.length() > KEY_MAX) {
      throw new ProblemException(CommonProblem.MALFORMED, "The Idempotency-Key is too long.")
          .at(HEADER, "is longer than " + KEY_MAX + " characters");
    }
    return key;
  }

  private static String contentType(ResponseEntity<?> answer) {
    MediaType type = answer.getHeaders().getContentType();
    return type == null ? MediaType.APPLICATION_JSON_VALUE : type.toString();
  }

  private static @Nullable String location(ResponseEntity<?> answer) {
    var location = answer.getHeaders().getLocation();
    return location == null ? null : location.toString();
  }
}
