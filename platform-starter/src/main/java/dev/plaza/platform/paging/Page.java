package dev.plaza.platform.paging;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A part of a list; `nextCursor` is null on the last one.
public record Page<T>(List<T> items, @Nullable String nextCursor) {
  public Page {
    items = List.copyOf(items);
  }
}
