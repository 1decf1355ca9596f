package dev.plaza.bench.quota;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Somebody who redeems: at most once per GUID, never more than an offer's limit, and durably as
/// far as its name says.
interface Contender extends AutoCloseable {

  /// @param offer number of the offer
  record Request(UUID guid, int offer, UUID user) {

    String offerId() {
      return "offer-" + offer;
    }
  }

  String name();

  /// Decides a batch for one client; returns how many were redeemed.
  int redeem(int client, List<Request> batch) throws Exception;

  /// CPU time of servers outside this process.
  default Duration serverCpu() {
    return Duration.ZERO;
  }

  /// What else is worth a column.
  default String remark() {
    return "";
  }

  @Override
  void close();

  /// CPU time of a process, and of those it started.
  static Duration cpu(long pid, boolean withChildren) {
    return ProcessHandle.of(pid).stream()
        .flatMap(
            it -> withChildren ? Stream.concat(Stream.of(it), it.descendants()) : Stream.of(it))
        .map(it -> it.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
