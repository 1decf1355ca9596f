package dev.plaza.notify.inbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/// The tables of inboxes.
///
/// Every change of an inbox happens under the lock of its head row, which counts the changes. So
/// `change_seq` ascends in the order of commits without gaps, and what counts as unread is never
/// computed while something arrives.
@Component
class InboxStore {

  private final JdbcClient jdbc;
  private final Clock clock;

  InboxStore(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /// An item with the number of its last change, or of its arrival.
  record Numbered(long seq, InboxItem item) {}

  /// What a user can do to an item.
  enum Mark {
    READ("read_at = coalesce(read_at, :at)"),
    UNREAD("read_at = NULL"),
    ARCHIVE("archived_at = coalesce(archived_at, :at)");

    private final String change;

    Mark(String change) {
      this.change = change;
    }
  }

  /// In the caller's transaction. An item that is there already stays as it is.
  void add(List<NewItem> items) {
    var byUser = new TreeMap<String, List<NewItem>>();
    items.forEach(
        it -> byUser.computeIfAbsent(it.userId(), _ -> new java.util.ArrayList<>()).add(it));
    byUser.forEach(
        (user, list) -> {
          long last = advance(user, list.size());
          insert(user, last - list.size(), list);
        });
  }

  record NewItem(
      String id,
      String userId,
      String category,
      String title,
      String body,
      @Nullable String link) {}

  private void insert(String user, long from, List<NewItem> list) {
    jdbc.sql(
            """
            INSERT INTO inbox_item
                   (id, user_id, seq, change_seq, category, title, body, link, created_at)
            SELECT i.id::uuid, :user, :from + i.n, :from + i.n, i.category, i.title, i.body, i.link,
                   :at
              FROM unnest(:ids, :categories, :titles, :bodies, :links) WITH ORDINALITY
                   AS i (id, category, title, body, link, n)
            ON CONFLICT (id) DO NOTHING
            """)
        .param("user", user)
        .param("from", from)
        .param("ids", list.stream().map(NewItem::id).toArray(String[]::new))
        .param("categories", list.stream().map(NewItem::category).toArray(String[]::new))
        .param("titles", list.stream().map(NewItem::title).toArray(String[]::new))
        .param("bodies", list.stream().map(NewItem::body).toArray(String[]::new))
        .param("links", list.stream().map(NewItem::link).toArray(String[]::new))
        .param("at", now())
        .update();
  }

  private long advance(String user, long by) {
    return jdbc.sql(
            """
            INSERT INTO inbox_head (user_id, seq) VALUES (:user, :by)
            ON CONFLICT (user_id) DO UPDATE SET seq = inbox_head.seq + :by RETURNING seq
            """)
        .param("user", user)
        .param("by", by)
        .query(Long.class)
        .single();
  }

  /// @return whether the user has such an item
  @Transactional
  boolean mark(String user, String id, Mark mark) {
    long seq = advance(user, 1);
    return jdbc.sql(
                "UPDATE inbox_item SET change_seq = :seq, "
                    + mark.change
                    + " WHERE id = :id AND user_id = :user")
            .param("seq", seq)
            .param("at", now())
            .param("id", UUID.fromString(id))
            .param("user", user)
            .update()
        > 0;
  }

  /// What has arrived by now; what arrives while this runs stays unread.
  @Transactional
  int readAll(String user) {
    long head = advance(user, 0);
    int changed =
        jdbc.sql(
                """
                UPDATE inbox_item i SET read_at = :at, change_seq = :head + u.n
                  FROM (SELECT id, row_number() OVER (ORDER BY seq) AS n FROM inbox_item
                         WHERE user_id = :user AND read_at IS NULL AND archived_at IS NULL) u
                 WHERE i.id = u.id
                """)
            .param("at", now())
            .param("head", head)
            .param("user", user)
            .update();
    if (changed > 0) {
      advance(user, changed);
    }
    return changed;
  }

  long unread(String user) {
    return jdbc.sql(
            """
            SELECT count(*) FROM inbox_item
             WHERE user_id = ? AND read_at IS NULL AND archived_at IS NULL
            """)
        .param(user)
        .query(Long.class)
        .single();
  }

  long head(String user) {
    return jdbc.sql("SELECT seq FROM inbox_head WHERE user_id = ?")
        .param(user)
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  /// Newest first, without what is archived.
  List<Numbered> page(String user, long before, int limit) {
    return jdbc.sql(
            """
            SELECT seq AS n, inbox_item.* FROM inbox_item
             WHERE user_id = ? AND seq < ? AND archived_at IS NULL ORDER BY seq DESC LIMIT ?
            """)
        .param(user)
        .param(before)
        .param(limit)
        .query((row, _) -> numbered(row))
        .list();
  }

  /// Items that changed behind a position, in the order of their last changes.
  List<Numbered> changes(String user, long after, int limit) {
    return jdbc.sql(
            """
            SELECT change_seq AS n, inbox_item.* FROM inbox_item
             WHERE user_id = ? AND change_seq > ? ORDER BY change_seq LIMIT ?
            """)
        .param(user)
        .param(after)
        .param(limit)
        .query((row, _) -> numbered(row))
        .list();
  }

  private static Numbered numbered(ResultSet row) throws SQLException {
    return new Numbered(
        row.getLong("n"),
        new InboxItem(
            row.getString("id"),
            row.getString("category"),
            row.getString("title"),
            row.getString("body"),
            row.getString("link"),
            row.getObject("created_at", OffsetDateTime.class).toInstant(),
            instant(row, "read_at"),
            instant(row, "archived_at")));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
