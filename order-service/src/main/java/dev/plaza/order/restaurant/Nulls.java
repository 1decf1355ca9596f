package dev.plaza.order.restaurant;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list that an older or sparser event leaves out is an empty one.
final class Nulls {

  private Nulls() {}

  static <T> List<T> none(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
