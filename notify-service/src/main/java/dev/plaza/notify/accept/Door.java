package dev.plaza.notify.accept;

import dev.plaza.platform.idempotency.Idempotency;
import dev.plaza.platform.security.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/// Lets requests in, once each. What is small and in order is stored together with its neighbours,
/// in one transaction; everything else, and whatever went wrong there, alone.
@Component
class Door {

  private static final int ROWS_TOGETHER_MAX = 20;

  private final Idempotency idempotency;
  private final Acceptance acceptance;
  private final GroupCommit<Entering, ResponseEntity<?>> group = new GroupCommit<>(this::store);

  Door(Idempotency idempotency, Acceptance acceptance) {
    this.idempotency = idempotency;
    this.acceptance = acceptance;
  }

  record Receipt(String jobId) {}

  private record Entering(Idempotency.Keyed key, Prepared prepared) {}

  ResponseEntity<?> enter(NotifyRequest request, Caller caller, HttpServletRequest http) {
    return acceptance
        .glance(request, caller.subject())
        .filter(it -> it.rows().size() <= ROWS_TOGETHER_MAX)
        .flatMap(it -> group.add(new Entering(idempotency.keyed(http, caller, request), it)))
        .orElseGet(
            () ->
                idempotency.once(
                    http,
                    caller,
                    request,
                    () -> receipt(acceptance.accept(request, caller.subject()))));
  }

  private List<Optional<ResponseEntity<?>>> store(List<Entering> entering) {
    var byKey = new HashMap<Idempotency.Keyed, Prepared>();
    entering.forEach(it -> byKey.put(it.key(), it.prepared()));
    var answers =
        idempotency.together(
            entering.stream().map(Entering::key).toList(), fresh -> storeFresh(fresh, byKey));
    var inOrder = new ArrayList<Optional<ResponseEntity<?>>>();
    entering.forEach(it -> inOrder.add(Optional.ofNullable(answers.get(it.key()))));
    return inOrder;
  }

  private Map<Idempotency.Keyed, ResponseEntity<?>> storeFresh(
      List<Idempotency.Keyed> fresh, Map<Idempotency.Keyed, Prepared> byKey) {
    var prepared = new ArrayList<Prepared>();
    fresh.forEach(it -> prepared.add(Objects.requireNonNull(byKey.get(it))));
    var accepted = acceptance.store(acceptance.current(prepared));
    var answers = new HashMap<Idempotency.Keyed, ResponseEntity<?>>();
    for (int i = 0; i < prepared.size(); i++) {
      var it = accepted.get(prepared.get(i).job().id());
      if (it != null) {
        answers.put(fresh.get(i), receipt(it));
      }
    }
    return answers;
  }

  private static ResponseEntity<Receipt> receipt(Acceptance.Accepted accepted) {
    return ResponseEntity.accepted()
        .location(URI.create("/notify/" + accepted.jobId()))
        .body(new Receipt(accepted.jobId()));
  }
}
