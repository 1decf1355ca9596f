package dev.plaza.notify.webhook;

import dev.plaza.notify.provider.DeliveryReport;
import java.util.List;

/// What a verified call said.
///
/// @param recorded run once the reports are stored
record Reading(List<DeliveryReport> reports, Runnable recorded) {

  Reading {
    reports = List.copyOf(reports);
  }

  static Reading of(List<DeliveryReport> reports) {
    return new Reading(reports, () -> {});
  }
}
