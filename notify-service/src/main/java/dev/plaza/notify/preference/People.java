package dev.plaza.notify.preference;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The table of people.
@Component
public class People {

  private final JdbcClient jdbc;
  private final Clock clock;

  People(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  public Map<String, Person> find(Collection<String> userIds) {
    if (userIds.isEmpty()) {
      return Map.of();
    }
    var found = new HashMap<String, Person>();
    jdbc.sql("SELECT * FROM person WHERE user_id = ANY(:ids)")
        .param("ids", userIds.toArray(String[]::new))
        .query((row, _) -> person(row))
        .list()
        .forEach(it -> found.put(it.userId(), it));
    return found;
  }

  Person get(String userId) {
    return jdbc.sql("SELECT * FROM person WHERE user_id = ?")
        .param(userId)
        .query((row, _) -> person(row))
        .optional()
        .orElseGet(() -> Person.unknown(userId));
  }

  /// Where a user is reached; a null leaves what is known.
  void reach(String userId, @Nullable String email, @Nullable String phone, @Nullable String name) {
    jdbc.sql(
            """
            INSERT INTO person (user_id, email, phone, name, updated_at)
            VALUES (:id, :email, :phone, :name, :at)
            ON CONFLICT (user_id) DO UPDATE
               SET email = coalesce(excluded.email, person.email),
                   phone = coalesce(excluded.phone, person.phone),
                   name = coalesce(excluded.name, person.name), updated_at = excluded.updated_at
            """)
        .param("id", userId)
        .param("email", email)
        .param("phone", phone)
        .param("name", name)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  void forget(String userId) {
    jdbc.sql("UPDATE person SET email = NULL, phone = NULL, name = NULL WHERE user_id = ?")
        .param(userId)
        .update();
  }

  /// What the user wants, as a whole; a null locale or zone leaves what is known.
  void prefer(
      String userId, @Nullable QuietHours quiet, @Nullable String zone, @Nullable String locale) {
    jdbc.sql(
            """
            INSERT INTO person (user_id, locale, zone, quiet_start, quiet_end, updated_at)
            VALUES (:id, :locale, :zone, :start, :end, :at)
            ON CONFLICT (user_id) DO UPDATE
               SET locale = coalesce(excluded.locale, person.locale),
                   zone = coalesce(excluded.zone, person.zone),
                   quiet_start = excluded.quiet_start, quiet_end = excluded.quiet_end,
                   updated_at = excluded.updated_at
            """)
        .param("id", userId)
        .param("locale", locale)
        .param("zone", zone)
        .param("start", quiet == null ? null : quiet.start())
        .param("end", quiet == null ? null : quiet.end())
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  private static Person person(ResultSet row) throws SQLException {
    LocalTime start = row.getObject("quiet_start", LocalTime.class);
    LocalTime end = row.getObject("quiet_end", LocalTime.class);
    return new Person(
        row.getString("user_id"),
        row.getString("email"),
        row.getString("phone"),
        row.getString("name"),
        row.getString("locale"),
        row.getString("zone"),
        start == null || end == null ? null : new QuietHours(start, end));
  }
}
