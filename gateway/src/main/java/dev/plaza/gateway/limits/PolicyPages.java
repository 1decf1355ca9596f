package dev.plaza.gateway.limits;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plaza.gateway.problem.Problem;
import dev.plaza.ratelimit.policy.Policies;
import dev.plaza.ratelimit.policy.Policy;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Policies page by page: what the control API changed last comes first, then the configured ones
/// by their ids.
///
/// A cursor names the last policy of its page and carries a MAC, so that what comes back is what
/// was given out.
final class PolicyPages {

  private static final int LIMIT_DEFAULT = 20;
  private static final int LIMIT_MAX = 100;
  private static final int MAC_BYTES = 16;
  private static final int CURSOR_CHARS_MAX = 200;
  private static final Comparator<Place> ORDER =
      Comparator.comparingLong(Place::version).reversed().thenComparing(Place::id);

  private final SecretKeySpec key;

  /// @param secret one for all instances; empty: cursors are good at the instance that made them
  PolicyPages(String secret) {
    byte[] bytes = secret.getBytes(UTF_8);
    if (bytes.length == 0) {
      bytes = new byte[32];
      new SecureRandom().nextBytes(bytes);
    }
    key = new SecretKeySpec(bytes, "HmacSHA256");
  }

  /// @param next null on the last page
  record Page(List<Policy> policies, @Nullable String next) {}

  private record Place(long version, String id) {

    static Place of(Policy policy) {
      return new Place(policy.version(), policy.id());
    }
  }

  /// @throws Problem 400 for a limit outside 1 to 100 or a cursor that is none
  Page page(Policies policies, @Nullable String limit, @Nullable String cursor) {
    int size = limit(limit);
    Place after = cursor == null ? null : read(cursor);
    List<Policy> rest =
        policies.all().stream()
            .filter(it -> after == null || ORDER.compare(Place.of(it), after) > 0)
            .sorted(Comparator.comparing(Place::of, ORDER))
            .toList();
    if (rest.size() <= size) {
      return new Page(rest, null);
    }
    return new Page(rest.subList(0, size), written(Place.of(rest.get(size - 1))));
  }

  private static int limit(@Nullable String text) {
    if (text == null) {
      return LIMIT_DEFAULT;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= LIMIT_MAX) {
        return limit;
      }
    } catch (NumberFormatException _) {
      // Refused below.
    }
    throw new Problem(Problem.Code.MALFORMED, "The limit is out of range.")
        .at("limit", "is not in 1.." + LIMIT_MAX);
  }

  private String written(Place place) {
    byte[] text = (place.version() + " " + place.id()).getBytes(UTF_8);
    byte[] cursor = Arrays.copyOf(mac(text), MAC_BYTES + text.length);
    System.arraycopy(text, 0, cursor, MAC_BYTES, text.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor);
  }

  private Place read(String cursor) {
    byte[] bytes = decoded(cursor);
    byte[] text = Arrays.copyOfRange(bytes, MAC_BYTES, bytes.length);
    if (!MessageDigest.isEqual(
        Arrays.copyOf(bytes, MAC_BYTES), Arrays.copyOf(mac(text), MAC_BYTES))) {
      throw bad();
    }
    String place = new String(text, UTF_8);
    int space = place.indexOf(' ');
    return new Place(Long.parseLong(place, 0, space, 10), place.substring(space + 1));
  }

  private static byte[] decoded(String cursor) {
    if (cursor.length() > CURSOR_CHARS_MAX) {
      throw bad();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor);
      if (bytes.length > MAC_BYTES) {
        return bytes;
      }
    } catch (IllegalArgumentException _) {
      // Refused below.
    }
    throw bad();
  }

  private byte[] mac(byte[] text) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static Problem bad() {
    return new Problem(
            Problem.Code.BAD_CURSOR, "Take cursors as they are, and only for the same list.")
        .at("cursor", "is broken or belongs to another list");
  }
}
