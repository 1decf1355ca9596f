package dev.plaza.notify.provider;

import java.util.List;

/// Takes what providers report. A repeated report changes nothing.
///
/// Returning means that the report is stored; a thrown exception makes the provider send it again.
public interface DeliveryReports {

  void record(DeliveryReport report);

  /// The reports of one webhook call, in its order.
  default void recordAll(List<DeliveryReport> reports) {
    reports.forEach(this::record);
  }
}
