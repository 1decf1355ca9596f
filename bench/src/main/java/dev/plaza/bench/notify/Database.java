package dev.plaza.bench.notify;

import dev.plaza.infra.ServerUrls;
import java.sql.DriverManager;
import java.sql.SQLException;

/// The service's database, as the bench fills it.
record Database(ServerUrls urls) {

  void create(String name) throws SQLException {
    execute("postgres", "CREATE DATABASE " + name);
  }

  /// A list of so many recipients.
  void members(String topic, int count) throws SQLException {
    execute(
        "notify",
        """
        INSERT INTO topic_member (topic, member, data)
        SELECT '%1$s', 'e:' || lpad(n::text, 7, '0') || '.%1$s@plaza.example', '{"name":"Ana"}'
          FROM generate_series(1, %2$d) n\
        """
            .formatted(topic, count));
  }

  private void execute(String database, String sql) throws SQLException {
    try (var connection =
            DriverManager.getConnection(urls.jdbc(database), urls.user(), urls.password());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
