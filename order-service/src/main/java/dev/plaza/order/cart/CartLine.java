package dev.plaza.order.cart;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some pieces of one item with the same choices and note.
///
/// The id is made of sku, choices and note: equal lines are one line, and a line keeps its id
/// through edits of its quantity.
///
/// @param seenPrice of one piece with its modifiers, when the customer last edited the cart
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CartLine(
    String lineId,
    String sku,
    String name,
    int quantity,
    List<Choice> choices,
    @Nullable String note,
    long seenPrice) {

  private static final int ID_BYTES = 8;

  static String idOf(String sku, List<Choice> choices, @Nullable String note) {
    var text = new StringBuilder();
    part(text, sku);
    part(text, note == null ? "" : note);
    canonical(text, choices);
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The order of choices says nothing, so they are sorted; lengths keep parts apart.
  private static void canonical(StringBuilder text, List<Choice> choices) {
    choices.stream()
        .map(
            it -> {
              var one = new StringBuilder();
              part(one, it.groupId() == null ? "" : it.groupId());
              part(one, it.optionId());
              one.append(it.times());
              canonical(one, it.nested());
              return one.toString();
            })
        .sorted()
        .forEach(it -> part(text, it));
  }

  private static void part(StringBuilder text, String part) {
    text.append(part.length()).append(':').append(part);
  }
}
