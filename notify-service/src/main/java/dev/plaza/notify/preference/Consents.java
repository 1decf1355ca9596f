package dev.plaza.notify.preference;

import dev.plaza.notify.category.Channels;
import dev.plaza.notify.provider.Channel;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/// Who wants which category on which channel. Not asked means yes.
@Component
public class Consents {

  private final JdbcClient jdbc;
  private final Clock clock;

  Consents(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// One answer of a recipient.
  record Answer(String category, String channel, boolean allowed) {}

  public void set(
      String recipient, String category, Channel channel, boolean allowed, String source) {
    jdbc.sql(
            """
            INSERT INTO consent (recipient, category, channel, allowed, source, at)
            VALUES (:recipient, :category, :channel, :allowed, :source, :at)
            ON CONFLICT (recipient, category, channel) DO UPDATE
               SET allowed = excluded.allowed, source = excluded.source, at = excluded.at
             WHERE consent.allowed <> excluded.allowed
            """)
        .param("recipient", recipient)
        .param("category", category)
        .param("channel", Channels.name(channel))
        .param("allowed", allowed)
        .param("source", source)
        .param("at", clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  void clear(String recipient) {
    jdbc.sql("DELETE FROM consent WHERE recipient = ?").param(recipient).update();
  }

  List<Answer> of(String recipient) {
    return jdbc.sql("SELECT category, channel, allowed FROM consent WHERE recipient = ?")
        .param(recipient)
        .query(
            (row, _) ->
                new Answer(
                    row.getString("category"), row.getString("channel"), row.getBoolean("allowed")))
        .list();
  }

  /// The refusals of these recipients, as [#mark] writes them.
  public Set<String> refusals(Collection<String> recipients) {
    return new HashSet<>(
        jdbc.sql(
                """
                SELECT recipient || ' ' || category || ' ' || channel FROM consent
                 WHERE recipient = ANY(:recipients) AND NOT allowed
                """)
            .param("recipients", recipients.toArray(String[]::new))
            .query(String.class)
            .list());
  }

  public static String mark(String recipient, String category, Channel channel) {
    return recipient + " " + category + " " + Channels.name(channel);
  }
}
