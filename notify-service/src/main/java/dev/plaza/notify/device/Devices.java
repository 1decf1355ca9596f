package dev.plaza.notify.device;

import dev.plaza.notify.provider.Outgoing;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The table of devices. Whoever registers a token last owns it.
@Component
public class Devices {

  private static final int PER_USER_MAX = 20;

  private final JdbcClient jdbc;
  private final Clock clock;

  Devices(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// @param token names it in the API
  /// @param target what the provider needs
  public record Device(String token, Outgoing.Device target) {}

  /// A browser chooses its token's name itself, so that names one of a user only; its endpoint is
  /// what belongs to one user.
  private static String stored(String token, String userId, boolean webPush) {
    return webPush ? "web " + userId + " " + token : token;
  }

  void put(String token, String userId, Outgoing.Device target) {
    String stored = stored(token, userId, target.kind() == Outgoing.Device.Kind.WEB_PUSH);
    jdbc.sql("DELETE FROM device WHERE address = ? AND token <> ?")
        .param(target.token())
        .param(stored)
        .update();
    jdbc.sql(
            """
            INSERT INTO device (token, kind, user_id, address, p256dh, auth, registered_at)
            VALUES (:token, :kind, :user, :address, :p256dh, :auth, :at)
            ON CONFLICT (token) DO UPDATE
               SET kind = excluded.kind, user_id = excluded.user_id, address = excluded.address,
                   p256dh = excluded.p256dh, auth = excluded.auth,
                   registered_at = excluded.registered_at
            """)
        .param("token", stored)
        .param("kind", target.kind().name())
        .param("user", userId)
        .param("address", target.token())
        .param("p256dh", target.p256dh())
        .param("auth", target.auth())
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    jdbc.sql(
            """
            DELETE FROM device WHERE token IN (
              SELECT token FROM device WHERE user_id = :user
               ORDER BY registered_at DESC OFFSET :max)
            """)
        .param("user", userId)
        .param("max", PER_USER_MAX)
        .update();
  }

  boolean remove(String token, String userId) {
    return jdbc.sql("DELETE FROM device WHERE token IN (:token, :web) AND user_id = :user")
            .param("token", token)
            .param("web", stored(token, userId, true))
            .param("user", userId)
            .update()
        > 0;
  }

  public Map<String, List<Device>> of(Collection<String> userIds) {
    if (userIds.isEmpty()) {
      return Map.of();
    }
    var all = new HashMap<String, List<Device>>();
    jdbc.sql(
            """
            SELECT token, kind, user_id, address, p256dh, auth FROM device
             WHERE user_id = ANY(:users) ORDER BY registered_at DESC, token
            """)
        .param("users", userIds.toArray(String[]::new))
        .query(
            row -> {
              var target =
                  new Outgoing.Device(
                      Outgoing.Device.Kind.valueOf(row.getString("kind")),
                      row.getString("address"),
                      row.getString("p256dh"),
                      row.getString("auth"));
              all.computeIfAbsent(row.getString("user_id"), _ -> new ArrayList<>())
                  .add(new Device(row.getString("token"), target));
            });
    return all;
  }

  /// Drops a token its provider knows no more, unless it was registered again after that.
  ///
  /// @param invalidSince null: now
  public int prune(String address, @Nullable Instant invalidSince) {
    Instant since = invalidSince == null ? clock.instant() : invalidSince;
    return jdbc.sql("DELETE FROM device WHERE address = ? AND registered_at <= ?")
        .param(address)
        .param(since.atOffset(ZoneOffset.UTC))
        .update();
  }
}
