package dev.plaza.order.cart;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What clients send.
sealed interface CartRequest {

  int COUPON = 64;

  record Create(
      @NotBlank @Size(max = 100) String restaurantId,
      @Nullable @Size(max = CartLimits.LINES) List<@NotNull @Valid Item> items,
      @Nullable @Size(max = COUPON) String coupon,
      @Nullable @Valid Delivery delivery,
      @Nullable Tip tip)
      implements CartRequest {}

  /// An absent member stays as it is; `null` takes coupon, delivery or tip away. Items are replaced
  /// as a whole. So an optional has three states: not sent (null), sent as null, sent.
  ///
  /// @param restaurantId may be repeated, not changed
  @SuppressWarnings("NullableOptional")
  record Edit(
      @Nullable String restaurantId,
      @Nullable @Size(max = CartLimits.LINES) List<@NotNull @Valid Item> items,
      @Nullable Optional<@Size(max = COUPON) String> coupon,
      @Nullable Optional<@Valid Delivery> delivery,
      @Nullable Optional<Tip> tip)
      implements CartRequest {}

  record Item(
      @NotBlank @Size(max = 100) String sku,
      @NotNull @Min(1) @Max(CartLimits.QUANTITY) Integer quantity,
      @Nullable @Size(max = CartLimits.CHOICES) List<@NotNull @Valid Choice> modifiers,
      @Nullable @Size(max = CartLimits.NOTE) String note) {

    List<Choice> choices() {
      return modifiers == null ? List.of() : modifiers;
    }

    @Nullable String cleanNote() {
      return note == null || note.isBlank() ? null : note.strip();
    }
  }
}
