package dev.plaza.dispatch.courier;

import dev.plaza.contracts.Place;
import dev.plaza.platform.problem.ProblemException;
import dev.plaza.platform.security.Caller;
import dev.plaza.platform.security.Role;
import jakarta.validation.Valid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/// A courier's own duty state.
@RestController
class CourierController {

  private final Couriers couriers;
  private final TransactionTemplate transaction;

  CourierController(Couriers couriers, TransactionTemplate transaction) {
    this.couriers = couriers;
    this.transaction = transaction;
  }

  record DutyView(
      String courierId,
      CourierStatus status,
      int capacity,
      Vehicle vehicle,
      int carrying,
      @Nullable Place location,
      Instant updatedAt) {

    static DutyView of(Courier courier) {
      return new DutyView(
          courier.id(),
          courier.status(),
          courier.capacity(),
          courier.vehicle(),
          courier.carrying(),
          courier.location(),
          courier.updatedAt());
    }
  }

  @PutMapping("/courier/status")
  DutyView put(@Valid @RequestBody DutyRequest request, Caller caller) {
    caller.require(Role.COURIER);
    transaction.executeWithoutResult(
        _ ->
            couriers.put(
                caller.subject(), request.status(), request.capacity(), request.vehicle()));
    return get(caller);
  }

  @GetMapping("/courier/status")
  DutyView get(Caller caller) {
    caller.require(Role.COURIER);
    return couriers
        .find(caller.subject())
        .map(DutyView::of)
        .orElseThrow(ProblemException::notFound);
  }
}
