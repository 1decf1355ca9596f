package dev.plaza.order.cart;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An option somebody chose, as asked for: not yet held against a menu.
///
/// @param groupId only needed where several groups offer the same option id
/// @param quantity how often; absent: once
/// @param modifiers choices within this option
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Choice(
    @Nullable @Size(max = 100) String groupId,
    @NotBlank @Size(max = 100) String optionId,
    @Nullable @Min(1) @Max(99) Integer quantity,
    @Nullable @Size(max = CartLimits.CHOICES) List<@Valid Choice> modifiers) {

  public int times() {
    return quantity == null ? 1 : quantity;
  }

  public List<Choice> nested() {
    return modifiers == null ? List.of() : modifiers;
  }
}
