package dev.plaza.dispatch.eta;

import dev.plaza.dispatch.courier.Courier;
import dev.plaza.dispatch.courier.Couriers;
import dev.plaza.dispatch.job.Job;
import dev.plaza.dispatch.job.JobStatus;
import dev.plaza.dispatch.job.Jobs;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/// Looks at couriers under way, so that an expectation that can no longer hold is corrected before
/// the customer notices. Several instances may look at once: the job's lock decides.
@Component
class EtaWatch {

  private final Jobs jobs;
  private final Couriers couriers;
  private final Arrivals arrivals;
  private final TransactionTemplate transaction;
  private final EtaProperties properties;

  EtaWatch(
      Jobs jobs,
      Couriers couriers,
      Arrivals arrivals,
      TransactionTemplate transaction,
      EtaProperties properties) {
    this.jobs = jobs;
    this.couriers = couriers;
    this.arrivals = arrivals;
    this.transaction = transaction;
    this.properties = properties;
  }

  boolean look() {
    var underWay =
        jobs.live(properties.checkedMax()).stream().filter(it -> it.courierId() != null).toList();
    if (underWay.isEmpty()) {
      return false;
    }
    var byId =
        couriers
            .all(underWay.stream().map(Job::courierId).filter(Objects::nonNull).distinct().toList())
            .stream()
            .collect(Collectors.toMap(Courier::id, Function.identity()));
    for (var job : underWay) {
      var courier = byId.get(Objects.requireNonNullElse(job.courierId(), ""));
      if (courier != null && arrivals.look(job, courier).isPresent()) {
        transaction.executeWithoutResult(_ -> look(job.orderId(), courier));
      }
    }
    return false;
  }

  private void look(String orderId, Courier courier) {
    jobs.lock(orderId)
        .filter(it -> it.status() == JobStatus.ASSIGNED || it.status() == JobStatus.PICKED_UP)
        .filter(it -> courier.id().equals(it.courierId()))
        .ifPresent(job -> arrivals.look(job, courier).ifPresent(it -> arrivals.moved(job, it)));
  }
}
