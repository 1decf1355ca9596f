package dev.plaza.notify.suppression;

import dev.plaza.notify.address.EmailAddress;
import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Channel;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// The list of addresses that bounced, complained or asked for silence.
@Component
public class Suppressions {

  private final JdbcClient jdbc;
  private final Clock clock;

  Suppressions(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// @param reason stable code: `hard_bounce`, `complaint`, `stop`, `manual`, …
  /// @param source who says so: a provider, or a person of ops
  record Entry(String channel, String address, String reason, String source, Instant at) {}

  /// The first reason stays.
  public void add(Channel channel, String address, String reason, String source) {
    jdbc.sql(
            """
            INSERT INTO suppression (channel, address, reason, source, at)
            VALUES (:channel, :address, :reason, :source, :at) ON CONFLICT DO NOTHING
            """)
        .param("channel", Channels.name(channel))
        .param("address", key(channel, address))
        .param("reason", reason)
        .param("source", source)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  boolean remove(Channel channel, String address) {
    return jdbc.sql("DELETE FROM suppression WHERE channel = ? AND address = ?")
            .param(Channels.name(channel))
            .param(key(channel, address))
            .update()
        > 0;
  }

  /// Which of these addresses are on the list, as [#mark] writes them.
  public Set<String> among(Collection<String> marks) {
    if (marks.isEmpty()) {
      return Set.of();
    }
    return new HashSet<>(
        jdbc.sql(
                """
                SELECT s.channel || ' ' || s.address
                  FROM unnest(:marks) AS m (mark)
                  JOIN suppression s ON s.channel = split_part(m.mark, ' ', 1)
                                    AND s.address = split_part(m.mark, ' ', 2)
                """)
            .param("marks", marks.toArray(String[]::new))
            .query(String.class)
            .list());
  }

  /// Channel and address in one text, in the form in which they are compared.
  public static String mark(Channel channel, String address) {
    return Channels.name(channel) + " " + key(channel, address);
  }

  List<Entry> list(@Nullable Entry after, int limit) {
    return jdbc.sql(
            """
            SELECT channel, address, reason, source, at FROM suppression
             WHERE (channel, address) > (:channel, :address)
             ORDER BY channel, address LIMIT :limit
            """)
        .param("channel", after == null ? "" : after.channel())
        .param("address", after == null ? "" : after.address())
        .param("limit", limit)
        .query(
            (row, _) ->
                new Entry(
                    row.getString("channel"),
                    row.getString("address"),
                    row.getString("reason"),
                    row.getString("source"),
                    row.getObject("at", OffsetDateTime.class).toInstant()))
        .list();
  }

  private static String key(Channel channel, String address) {
    return channel == Channel.EMAIL ? EmailAddress.key(address) : address.strip();
  }
}
