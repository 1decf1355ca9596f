package dev.plaza.tracking.position;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `POST /courier/locations` and `/ws/courier` take.
record PingBatch(@NotNull @Size(max = PingBatch.POSITIONS_MAX) List<@Nullable Ping> positions) {

  static final int POSITIONS_MAX = 500;
}
