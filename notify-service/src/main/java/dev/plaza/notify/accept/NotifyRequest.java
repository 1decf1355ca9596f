package dev.plaza.notify.accept;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What to send to whom.
///
/// @param recipients named one by one; more than 1,000 go to a topic
/// @param topic a list filled before; `topics` for several. A person gets one message however often
///     he is named
/// @param exclude user ids that get nothing, e.g. whoever caused it
/// @param channels null: all the template speaks on
/// @param category null: the template's
/// @param priority `critical`, `transactional` or `bulk`; null: critical for critical categories,
///     bulk for topics, else transactional
/// @param dedupeKey the caller's name for this message: a second request with it is the first one
public record NotifyRequest(
    @NotBlank @Size(max = 100) String template,
    @Size(max = 1000) @Nullable List<@NotNull @Valid To> recipients,
    @Nullable String topic,
    @Size(max = 50) @Nullable List<@NotNull String> topics,
    @Size(max = 1000) @Nullable List<@NotNull String> exclude,
    @Nullable List<@NotNull String> channels,
    @Nullable Map<String, Object> data,
    @Nullable String locale,
    @Nullable String category,
    @Nullable String priority,
    @Nullable Instant sendAt,
    @Nullable Instant expiresAt,
    @Size(min = 1, max = 200) @Nullable String dedupeKey) {

  /// Exactly one of user id, e-mail address and phone number.
  ///
  /// @param data over the request's data, for this recipient only
  public record To(
      @Nullable String userId,
      @Nullable String email,
      @Nullable String phone,
      @Nullable String locale,
      @Nullable String zone,
      @Nullable Map<String, Object> data) {

    public static To user(String userId) {
      return new To(userId, null, null, null, null, null);
    }
  }
}
