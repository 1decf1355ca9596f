package dev.plaza.tracking.position;

import java.util.List;

/// Hears of fixes after they are durable, on the lane that wrote them and before their senders are
/// answered: it must be quick, and a failure of its own must stay its own.
public interface FixListener {

  void onFixes(List<CourierFixes> batch);
}
